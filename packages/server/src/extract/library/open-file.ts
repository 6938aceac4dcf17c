import type { Interpreter } from '../evaluate/interpreter.ts';
import { makeClass, makeList } from '../values/make-values.ts';
import { none, type Value } from '../values/value.ts';
import { libraryFunction } from './library-entry.ts';
import { pathText } from './path-methods.ts';
import { readPackageFile } from './package-folders.ts';

const fileClass = makeClass('TextIOWrapper', { module: 'io' });

/** `open(path)` of a file that is part of the package and so is known; undefined for every other. */
export function openFile(run: Interpreter, path: Value | undefined): Value | undefined {
  const text = readPackageFile(run.files, pathText(path) ?? '/');
  if (text === undefined) return undefined;
  const read = libraryFunction('read', () => text);
  const readlines = libraryFunction('readlines', () => {
    run.budget.spend(1 + Math.floor(text.length / 8));
    return makeList(text.split(/(?<=\n)/));
  });
  return {
    kind: 'instance',
    class: fileClass,
    attributes: new Map<string, Value>([
      ['read', read],
      ['readlines', readlines],
      ['close', libraryFunction('close', () => none)],
    ]),
    native: undefined,
  };
}
