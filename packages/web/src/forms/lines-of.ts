import { textOf } from './text-of.ts';

/** The entries of a field that has one on each line. */
export const linesOf = (fields: URLSearchParams, name: string): string[] =>
  textOf(fields, name)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
