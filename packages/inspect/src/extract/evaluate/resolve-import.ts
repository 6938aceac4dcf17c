import { hostModules, standardModules } from '../../python/outside-modules.ts';
import type { PackageFiles } from './package-files.ts';
import { parentPath, pathOfModuleName } from './package-paths.ts';

/**
 * The path inside the package that an import refers to, without extension; undefined if it is outside. Absolute names
 * are searched for beside the importing file and at the root, because packages add both to `sys.path` in ways that
 * cannot be followed, and in `searchFolders`, which they were seen to add. Names that the host or Python has loaded
 * before belong to those.
 */
export const resolveImport = (
  files: PackageFiles,
  searchFolders: string[],
  importer: string,
  level: number,
  name: string,
): string | undefined => {
  const relative = name.replaceAll('.', '/');
  if (level > 0) {
    let folder = parentPath(importer);
    for (let up = 1; up < level; up += 1) {
      if (folder === '') return undefined;
      folder = parentPath(folder);
    }
    const path = [folder, relative].filter((part) => part !== '').join('/');
    return path === '' || moduleFileAt(files, path) !== undefined ? path : undefined;
  }
  const own = pathOfModuleName(name);
  if (own !== undefined) return own;
  if (name.startsWith('custom_nodes.')) {
    const path = name.split('.').slice(2).join('/');
    return moduleFileAt(files, path) === undefined ? undefined : path;
  }
  const [top = ''] = name.split('.');
  if (hostModules.has(top) || standardModules.has(top)) return undefined;
  return [...new Set([parentPath(importer), '', ...searchFolders])]
    .map((folder) => (folder === '' ? relative : `${folder}/${relative}`))
    .find((path) => moduleFileAt(files, path) !== undefined);
};

/** The file of a module path. For a folder without `__init__.py`, its path and a slash. */
export const moduleFileAt = (files: PackageFiles, path: string): string | undefined => {
  const prefix = path === '' ? '' : `${path}/`;
  if (files.texts.has(`${prefix}__init__.py`)) return `${prefix}__init__.py`;
  if (files.texts.has(`${path}.py`)) return `${path}.py`;
  return files.pythonFolders.has(path) ? prefix : undefined;
};
