import { makeBuiltin, makeUnknown } from '../values/make-values.ts';
import type { BuiltinValue, CallArguments, Value } from '../values/value.ts';
import { pathText } from './path-text.ts';

/** The implementation of a library function; returns undefined if the result is unknown. */
export type LibraryFunction = (given: CallArguments, source: string) => Value | undefined;

/** The values of one module, by dotted path. */
export type LibraryEntries = Record<string, Value>;

export const libraryFunction = (name: string, call: LibraryFunction): BuiltinValue =>
  makeBuiltin(name, (given, source) => call(given, source) ?? makeUnknown(source));

/** A function of paths alone; unknown if one of them is unknown. */
export const pathFunction = (name: string, call: (...paths: string[]) => Value | undefined): BuiltinValue =>
  libraryFunction(name, ({ positional }) => {
    const paths = positional.map(pathText).filter((path) => path !== undefined);
    return paths.length === positional.length && paths.length > 0 ? call(...paths) : undefined;
  });

/** The argument of that position or name; undefined if it is missing. */
export const argument = (given: CallArguments, position: number, name: string): Value | undefined =>
  given.positional[position] ?? given.keywords.get(name);
