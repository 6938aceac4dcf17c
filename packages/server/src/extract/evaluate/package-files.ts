/** Longer paths are not indexed: no import and no host could use them. */
const pathLengthMax = 1024;

/** The files of a package, indexed so that asking about one folder never walks all of them. */
export interface PackageFiles {
  /** Source text by path inside the package. */
  texts: ReadonlyMap<string, string>;
  /** The names in each folder; the root is the empty path. */
  folders: ReadonlyMap<string, ReadonlySet<string>>;
  /** Folders with Python files anywhere below: what Python would import without an `__init__.py`. */
  pythonFolders: ReadonlySet<string>;
}

export function indexFiles(texts: ReadonlyMap<string, string>): PackageFiles {
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
  return { texts, folders, pythonFolders };
}
