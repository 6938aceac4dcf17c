import { ArchiveRefusal } from './archive-refusal.ts';

interface TreeEntry {
  name: string;
  isDirectory: boolean;
}

/**
 * Refuses entries that would land on one another on any file system: `duplicate-names` and
 * `file-and-folder`. Names must have passed checkName, which bounds the number of their parts.
 */
export function checkTree(entries: readonly TreeEntry[]): void {
  const isDirectoryByPath = new Map<string, boolean>();
  for (const { name, isDirectory } of entries) {
    const path = foldName(name);
    const taken = isDirectoryByPath.get(path);
    if (taken !== undefined)
      throw new ArchiveRefusal(taken === isDirectory ? 'duplicate-names' : 'file-and-folder', name);
    isDirectoryByPath.set(path, isDirectory);
  }
  for (const { name } of entries) {
    for (const folder of foldersAbove(foldName(name))) {
      if (isDirectoryByPath.get(folder) === false) throw new ArchiveRefusal('file-and-folder', name);
    }
  }
}

/**
 * One key for all spellings that some file system takes for the same: Unicode composition (macOS), case
 * (macOS, Windows; upper first, so that "ß" meets "SS"), dots and spaces at the end of a part (Windows).
 */
function foldName(name: string): string {
  const folded = name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
  return folded
    .replace(/\/$/, '')
    .split('/')
    .map((part) => part.replace(/[. ]+$/, ''))
    .join('/');
}

function* foldersAbove(path: string): Generator<string> {
  for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) yield path.slice(0, end);
}
