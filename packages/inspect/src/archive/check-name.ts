import type { ArchiveRule } from './archive-rules.ts';

const NAME_BYTES_MAX = 1024;
/** The maximum length of one part of a path on ext4, APFS and NTFS. */
const PART_BYTES_MAX = 255;
const DEPTH_MAX = 64;

const isTooLong = (name: string): boolean => {
  if (Buffer.byteLength(name) > NAME_BYTES_MAX) return true;
  const parts = partsOf(name);
  return parts.length > DEPTH_MAX || parts.some((part) => Buffer.byteLength(part) > PART_BYTES_MAX);
};

/**
 * The first rule that matches is the reason. "Control" includes the characters that change the reading direction or
 * break a line, which can make a name look like another. Windows removes dots and spaces at the end of a part and reads
 * a colon as the start of a stream, so "a.py." and "a.py::$DATA" would become a file of another kind there.
 */
const NAME_RULES: readonly (readonly [ArchiveRule, (name: string) => boolean])[] = [
  ['name-too-long', isTooLong],
  ['control-character', (name) => /[\p{Cc}\u2028-\u202e\u2066-\u2069]/u.test(name)],
  ['backslash', (name) => name.includes('\\')],
  ['absolute-path', (name) => /^(?:\/|[A-Za-z]:)/.test(name)],
  ['parent-path', (name) => partsOf(name).includes('..')],
  ['unclean-path', (name) => partsOf(name).some((part) => /^$|[. ]$|:/.test(part))],
];

/** The rule that an entry's name breaks, or undefined when the name is safe. A folder's ends in "/". */
export const checkName = (name: string): ArchiveRule | undefined =>
  NAME_RULES.find(([, breaks]) => breaks(name))?.[0];

const partsOf = (name: string): string[] => name.replace(/\/$/, '').split('/');
