/** Longer paths are not indexed, because no import and no host could use them. */
const pathLengthMax = 1024;

/** The text of each file by its path inside the package; undefined for a file that was not read. */
export type SourceFiles = ReadonlyMap<string, string | undefined>;

/** The files of a package, indexed so that listing one folder never walks all of them. */
export interface PackageFiles {
  texts: SourceFiles;
  /** The names in each folder; the root is the empty path. */
  folders: ReadonlyMap<string, ReadonlySet<string>>;
  /** Folders with Python files anywhere below them, which Python would import even without an `__init__.py`. */
  pythonFolders: ReadonlySet<string>;
  /** Files that the package may have written while it was read: whether and what they are is unknown. */
  written: Set<string>;
}

export const indexFiles = (texts: SourceFiles): PackageFiles => {
  const folders = new Map<string, Set<string>>();
  const pythonFolders = new Set<string>();
  for (const path of texts.keys()) {
    if (path.length > pathLengthMax) continue;
    const names = path.split('/');
    for (let depth = 0; depth < names.length; depth += 1) {
      const folder = names.slice(0, depth).join('/');
      const members = folders.get(folder) ?? new Set();
      members.add(names[depth] ?? '');
      folders.set(folder, members);
      if (path.endsWith('.py')) pythonFolders.add(folder);
    }
  }
  return { texts, folders, pythonFolders, written: new Set() };
};
