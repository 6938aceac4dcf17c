import type { Interpreter } from '../evaluate/interpreter.ts';
import { makeClass, makeInstance, makeList, makeRaised } from '../values/make-values.ts';
import { none, type Value } from '../values/value.ts';
import { libraryFunction } from './library-entry.ts';
import { isAbsent, noteWritten, readPackageFile } from './package-folders.ts';

const fileClass = makeClass('TextIOWrapper', { module: 'io' });

/**
 * `open(path, mode)` for a file of the package whose text is known. Raises for one that the package neither ships nor
 * writes; undefined for all others.
 */
export const openFile = (
  run: Interpreter,
  path: string | undefined,
  mode: Value | undefined,
  source: string,
): Value | undefined => {
  if (path === undefined) return undefined;
  if (mode !== undefined && (typeof mode !== 'string' || /[wax+]/.test(mode))) {
    noteWritten(run.files, path);
    return undefined;
  }
  const text = readPackageFile(run.files, path);
  if (text === undefined) return isAbsent(run.files, path) ? makeRaised(source) : undefined;
  const read = libraryFunction('read', () => text);
  const lines = () => {
    run.budget.spend(1 + Math.floor(text.length / 8));
    return makeList(text === '' ? [] : text.split(/(?<=\n)/));
  };
  return makeInstance(fileClass, [
    ['read', read],
    ['readlines', libraryFunction('readlines', lines)],
    ['__iter__', libraryFunction('__iter__', lines)],
    ['close', libraryFunction('close', () => none)],
  ]);
};
