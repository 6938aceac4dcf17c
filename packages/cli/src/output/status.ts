import type { Ink } from './ink.ts';

const colors: Readonly<Partial<Record<string, Exclude<keyof Ink, 'width'>>>> = {
  Active: 'green',
  Pending: 'yellow',
  Flagged: 'yellow',
  Banned: 'red',
  Deleted: 'red',
};

/** Those of versions, for a list that leaves none out. */
export const versionStatuses = [
  'NodeVersionStatusActive',
  'NodeVersionStatusFlagged',
  'NodeVersionStatusPending',
  'NodeVersionStatusBanned',
  'NodeVersionStatusDeleted',
] as const;

/** `Active` for `NodeVersionStatusActive`. */
export const wordOf = (value: string): string => value.replace(/^.*Status/, '');

/** A state without the name of its resource: `Active` for `NodeVersionStatusActive`. */
export const status = (ink: Ink, value: string): string => {
  const word = wordOf(value);
  const color = colors[word];
  return color === undefined ? word : ink[color](word);
};
