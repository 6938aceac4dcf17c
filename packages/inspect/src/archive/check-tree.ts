import { ArchiveRefusal } from './archive-refusal.ts';
import { foldName } from './fold-name.ts';

interface TreeEntry {
  name: string;
  isDirectory: boolean;
}

/**
 * Refuses entries that would overwrite each other on any file system: `duplicate-names` and `file-and-folder`. Names
 * must have passed checkName, which limits the number of their parts.
 */
export const checkTree = (entries: readonly TreeEntry[]): void => {
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
};

const foldersAbove = function* (path: string): Generator<string> {
  for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) yield path.slice(0, end);
};
