import type { Interpreter } from '../evaluate/interpreter.ts';
import { makeClass, makeInstance, makeList } from '../values/make-values.ts';
import { none, type Value } from '../values/value.ts';
import { libraryFunction } from './library-entry.ts';
import { readPackageFile } from './package-folders.ts';

const fileClass = makeClass('TextIOWrapper', { module: 'io' });

/** `open(path)` for a file of the package whose text is known; undefined for all others. */
export const openFile = (run: Interpreter, path: string | undefined): Value | undefined => {
  const text = readPackageFile(run.files, path ?? '/');
  if (text === undefined) return undefined;
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
