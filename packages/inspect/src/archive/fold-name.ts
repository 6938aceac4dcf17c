/**
 * One key for all spellings that some file system treats as the same: Unicode composition (macOS) and case (macOS,
 * Windows; upper case first, so that "ß" equals "SS"). A folder's has no "/" at its end.
 */
export const foldName = (name: string): string =>
  name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC').replace(/\/$/, '');
