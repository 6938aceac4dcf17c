/**
 * One key for all spellings that some file system treats as the same: Unicode composition (macOS), case (macOS,
 * Windows; upper case first, so that "ß" equals "SS"), dots and spaces at the end of a part (Windows).
 */
export const foldName = (name: string): string => {
  const folded = name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
  return folded
    .replace(/\/$/, '')
    .split('/')
    .map((part) => part.replace(/[. ]+$/, ''))
    .join('/');
};
