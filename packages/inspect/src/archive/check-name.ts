import type { ArchiveRule } from './archive-rules.ts';

const NAME_BYTES_MAX = 1024;
/** The maximum length of one part of a path on ext4, APFS and NTFS. */
const PART_BYTES_MAX = 255;
const DEPTH_MAX = 64;

/** What a name may contain that nobody sees: joiners between letters that they shape, and within a picture. */
const joined = /(?<=[[\p{L}\p{M}]--\p{Script=Latin}])[\u200c\u200d](?=[[\p{L}\p{M}]--\p{Script=Latin}])/gv;
const ofPicture =
  /(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?)(?:[\ufe0e\ufe0f]|\ufe0f?\u200d(?=\p{Extended_Pictographic}))/gu;
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u;

const hasUnseen = (name: string): boolean =>
  unseen.test(name) && unseen.test(name.replaceAll(joined, '').replaceAll(ofPicture, ''));

const isTooLong = (name: string): boolean => {
  if (Buffer.byteLength(name) > NAME_BYTES_MAX) return true;
  const parts = partsOf(name);
  return parts.length > DEPTH_MAX || parts.some((part) => Buffer.byteLength(part) > PART_BYTES_MAX);
};

/**
 * The first rule that matches is the reason. "Control" includes the characters that change the reading direction, break
 * a line or have no width, which can make a name look like another. Windows removes dots and spaces at the end of a
 * part and reads a colon as the start of a stream, so "a.py." and "a.py::$DATA" would become a file of another kind
 * there.
 */
const NAME_RULES: readonly (readonly [ArchiveRule, (name: string) => boolean])[] = [
  ['name-too-long', isTooLong],
  ['control-character', hasUnseen],
  ['backslash', (name) => name.includes('\\')],
  ['absolute-path', (name) => /^(?:\/|[A-Za-z]:)/.test(name)],
  ['parent-path', (name) => partsOf(name).includes('..')],
  ['unclean-path', (name) => partsOf(name).some((part) => /^$|[. ]$|:/.test(part))],
];

/** The rule that an entry's name breaks, or undefined when the name is safe. A folder's ends in "/". */
export const checkName = (name: string): ArchiveRule | undefined =>
  NAME_RULES.find(([, breaks]) => breaks(name))?.[0];

const partsOf = (name: string): string[] => name.replace(/\/$/, '').split('/');
