import type { ArchiveRule } from './archive-rules.ts';

const TYPE_MASK = 0o170000;
const UNIX_TYPE = { unstated: 0, folder: 0o040000, file: 0o100000, link: 0o120000 };
const DOS_FOLDER = 0x10;

/**
 * The rule that an entry's attributes break, or undefined. The upper half of the attributes is read as a Unix mode,
 * whatever system claims to have made the entry, because extractors that ignore the claim create the link. An entry is
 * a folder exactly if its name says so, and then it has no content.
 */
export const checkKind = (
  attributes: number,
  name: string,
  unpackedBytes: number,
): ArchiveRule | undefined => {
  const isDirectory = name.endsWith('/');
  if (isDirectory && unpackedBytes > 0) return 'file-and-folder';
  if (!isDirectory && (attributes & DOS_FOLDER) !== 0) return 'file-and-folder';
  switch ((attributes >>> 16) & TYPE_MASK) {
    case UNIX_TYPE.unstated:
      return undefined;
    case UNIX_TYPE.folder:
      return isDirectory ? undefined : 'file-and-folder';
    case UNIX_TYPE.file:
      return isDirectory ? 'file-and-folder' : undefined;
    case UNIX_TYPE.link:
      return 'symlink';
    default:
      return 'special-file';
  }
};
