import { normalizePath, packageRoot } from '../evaluate/package-paths.ts';
import type { Interpreter } from '../evaluate/interpreter.ts';
import {
  makeClass,
  makeInstance,
  makeList,
  makeRaised,
  makeTuple,
  makeUnknown,
} from '../values/make-values.ts';
import type { InstanceValue, Value } from '../values/value.ts';
import type { NativeMethod } from './native-method.ts';
import { matchPattern } from './match-pattern.ts';
import { openFile } from './open-file.ts';
import { argument } from './library-entry.ts';
import { isAbsent, isFile, isFolder, listFolder, noteWritten, readPackageFile } from './package-folders.ts';
import { baseName, folderName, joinPaths, pathText, relativePath, splitExtension } from './path-text.ts';

/** `pathlib.Path`: an instance has its path as its native text. */
export const pathClass = makeClass('Path', {
  module: 'pathlib',
  construct: ({ positional }, source) => {
    const parts = positional.map(pathText);
    const known = parts.filter((part) => part !== undefined);
    if (known.length < parts.length) return makeUnknown(source);
    return makePath(known.length === 0 ? '.' : joinPaths(known));
  },
});

export const makePath = (path: string): InstanceValue => makeInstance(pathClass, [], path);

export const pathAttributes: Record<string, (path: string) => Value> = {
  name: baseName,
  stem: (path) => splitExtension(baseName(path))[0],
  suffix: (path) => splitExtension(path)[1],
  parent: (path) => makePath(folderName(path) || '.'),
  parts: (path) => makeTuple(path.split('/').filter((part) => part !== '')),
  parents: (path) => makeList(parentsOf(path).map(makePath)),
};

const parentsOf = (path: string): string[] => {
  const parents: string[] = [];
  for (let at = folderName(path); at !== '' && at !== '/'; at = folderName(at)) parents.push(at);
  return parents;
};

const absolute = (path: string): Value =>
  makePath(normalizePath(path.startsWith('/') ? path : `${packageRoot}/${path}`));

const search =
  (prefix: string): NativeMethod<string> =>
  (path, { positional: [pattern] }, run) => {
    if (typeof pattern !== 'string') return undefined;
    run.budget.spend(run.files.texts.size);
    const found = matchPattern(run.files, joinPaths([path, prefix + pattern]));
    return found === undefined ? undefined : makeList(found.map(makePath));
  };

const ask =
  (test: (files: Interpreter['files'], path: string) => boolean | undefined): NativeMethod<string> =>
  (path, _, run) =>
    test(run.files, path);

const join: NativeMethod<string> = (path, { positional }) => {
  const parts = positional.map(pathText);
  const known = parts.filter((part) => part !== undefined);
  return known.length === parts.length ? makePath(joinPaths([path, ...known])) : undefined;
};

const write: NativeMethod<string> = (path, _, run) => {
  noteWritten(run.files, path);
  return undefined;
};

export const pathMethods: Record<string, NativeMethod<string>> = {
  __truediv__: join,
  joinpath: join,
  resolve: absolute,
  absolute,
  expanduser: (path) => makePath(path),
  as_posix: (path) => path,
  __fspath__: (path) => path,
  exists: ask((files, path) => {
    const file = isFile(files, path);
    return file === true ? true : isFolder(files, path);
  }),
  is_file: ask(isFile),
  is_dir: ask(isFolder),
  glob: search(''),
  rglob: search('**/'),
  iterdir: (path, _, run) => {
    const names = listFolder(run.files, path);
    return names === undefined ? undefined : makeList(names.map((name) => makePath(`${path}/${name}`)));
  },
  relative_to: (path, { positional: [start] }) => {
    const from = pathText(start);
    return from === undefined ? undefined : makePath(relativePath(path, from));
  },
  with_suffix: (path, { positional: [suffix] }) =>
    typeof suffix === 'string' ? makePath(splitExtension(path)[0] + suffix) : undefined,
  with_name: (path, { positional: [name] }) =>
    typeof name === 'string' ? makePath(joinPaths([folderName(path), name])) : undefined,
  read_text: (path, _, run, source) =>
    isAbsent(run.files, path) ? makeRaised(source) : readPackageFile(run.files, path),
  read_bytes: (path, _, run, source) => (isAbsent(run.files, path) ? makeRaised(source) : undefined),
  write_text: write,
  write_bytes: write,
  touch: write,
  open: (path, given, run, source) => openFile(run, path, argument(given, 0, 'mode'), source),
};
