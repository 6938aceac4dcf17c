import type { Interpreter } from '../evaluate/interpreter.ts';
import { normalizePath, packageRoot } from '../evaluate/package-paths.ts';
import { makeClass, makeInstance, makeList, makeTuple } from '../values/make-values.ts';
import type { Value } from '../values/value.ts';
import { argument, type LibraryEntries, libraryFunction, pathFunction } from './library-entry.ts';
import { matchName, matchPattern } from './match-pattern.ts';
import { isFile, isFolder, listFolder, noteWritten } from './package-folders.ts';
import { pathClass } from './path-methods.ts';
import { baseName, folderName, joinPaths, pathText, relativePath, splitExtension } from './path-text.ts';

/** Functions of `os`, `os.path`, `glob`, `fnmatch` and `pathlib` about the package's own files. */
export const describeOperatingSystem = (run: Interpreter): LibraryEntries => {
  const { files } = run;
  const absolute = (path: string) => normalizePath(path.startsWith('/') ? path : `${packageRoot}/${path}`);
  const glob = pathFunction('glob', (pattern) => {
    run.budget.spend(files.texts.size);
    const found = matchPattern(files, pattern);
    return found === undefined ? undefined : makeList(found);
  });
  const copy = libraryFunction('copy', (given) => {
    const [from, to] = [argument(given, 0, 'src'), argument(given, 1, 'dst')].map(pathText);
    if (to === undefined) return undefined;
    noteWritten(files, isFolder(files, to) === true ? joinPaths([to, baseName(from ?? '')]) : to);
    return to;
  });
  const copying = [
    'shutil.copy',
    'shutil.copy2',
    'shutil.copyfile',
    'shutil.move',
    'os.rename',
    'os.replace',
  ];
  return {
    ...Object.fromEntries(copying.map((path) => [path, copy])),
    'os.sep': '/',
    'os.path.sep': '/',
    'os.path.join': pathFunction('join', (...parts) => joinPaths(parts)),
    'os.path.dirname': pathFunction('dirname', folderName),
    'os.path.basename': pathFunction('basename', baseName),
    'os.path.split': pathFunction('split', (path) => makeTuple([folderName(path), baseName(path)])),
    'os.path.splitext': pathFunction('splitext', (path) => makeTuple(splitExtension(path))),
    'os.path.abspath': pathFunction('abspath', absolute),
    'os.path.realpath': pathFunction('realpath', absolute),
    'os.path.normpath': pathFunction('normpath', (path) => normalizePath(path) || '.'),
    'os.path.relpath': pathFunction('relpath', (path, start = packageRoot) =>
      relativePath(absolute(path), absolute(start)),
    ),
    'os.path.expanduser': pathFunction('expanduser', (path) => (path.startsWith('~') ? undefined : path)),
    'os.path.exists': pathFunction('exists', (path) =>
      isFile(files, path) === true ? true : isFolder(files, path),
    ),
    'os.path.isfile': pathFunction('isfile', (path) => isFile(files, path)),
    'os.path.isdir': pathFunction('isdir', (path) => isFolder(files, path)),
    'os.fspath': pathFunction('fspath', (path) => path),
    'os.listdir': pathFunction('listdir', (path) => {
      run.budget.spend(files.texts.size);
      const names = listFolder(files, path);
      return names === undefined ? undefined : makeList(names);
    }),
    'os.scandir': pathFunction('scandir', (path) => {
      run.budget.spend(files.texts.size);
      const names = listFolder(files, path);
      return names === undefined
        ? undefined
        : makeList(names.map((name) => makeFolderEntry(run, path, name)));
    }),
    'os.walk': pathFunction('walk', (path) => walk(run, path)),
    'glob.glob': glob,
    'glob.iglob': glob,
    'fnmatch.fnmatch': pathFunction('fnmatch', (name, pattern = '') => matchName(pattern, name)),
    'pathlib.Path': pathClass,
    'pathlib.PurePath': pathClass,
    'pathlib.PosixPath': pathClass,
  };
};

const folderEntryClass = makeClass('DirEntry', { module: 'os' });

const makeFolderEntry = (run: Interpreter, folder: string, name: string): Value => {
  const path = joinPaths([folder, name]);
  return makeInstance(folderEntryClass, [
    ['name', name],
    ['path', path],
    ['is_file', libraryFunction('is_file', () => isFile(run.files, path))],
    ['is_dir', libraryFunction('is_dir', () => isFolder(run.files, path))],
  ]);
};

/** For the folder and every folder below it: the folder, the folders in it, the files in it. */
const walk = (run: Interpreter, path: string): Value | undefined => {
  const visits: Value[] = [];
  const pending = [path];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    run.budget.spend(run.files.texts.size);
    const names = listFolder(run.files, at);
    if (names === undefined) continue;
    const here = at;
    const folders = names.filter((name) => isFolder(run.files, joinPaths([here, name])) === true);
    const plain = names.filter((name) => !folders.includes(name));
    visits.push(makeTuple([here, makeList(folders), makeList(plain)]));
    pending.push(...folders.toReversed().map((name) => joinPaths([here, name])));
  }
  return visits.length === 0 ? undefined : makeList(visits);
};
