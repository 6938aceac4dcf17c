import type { Naming } from './profile.ts';

/** To the host's naming when a value goes out, to the neutral one when it comes in. */
export type Direction = 'toHost' | 'toNeutral';

/** Replaces the names in a text of ours, one function for each direction. */
export type Renaming = Readonly<Record<Direction, (text: string) => string>>;

/** Undefined where nothing is spelled otherwise, so that whoever has none has nothing to do. */
export const makeNaming = (naming: Naming): Renaming | undefined => {
  const pairs = Object.entries(naming);
  if (pairs.length === 0) return undefined;
  return {
    toHost: replaceAll(pairs),
    toNeutral: replaceAll(pairs.map(([neutral, host]) => [host, neutral])),
  };
};

/** Names hold no character that means something in a pattern. The longest goes first, lest a part of it be taken. */
const replaceAll = (pairs: readonly (readonly [string, string])[]) => {
  const replacements = new Map(pairs);
  const names = [...replacements.keys()].sort((one, other) => other.length - one.length);
  const pattern = new RegExp(names.join('|'), 'g');
  return (text: string): string => text.replace(pattern, (name) => replacements.get(name) ?? name);
};

/** A copy of a value that is ours to its last word (a schema, a document), with every key and text of it spelled. */
export const renameAll = <T>(value: T, spell: (text: string) => string): T => renameDeep(value, spell) as T;

const renameDeep = (value: unknown, spell: (text: string) => string): unknown => {
  if (typeof value === 'string') return spell(value);
  if (Array.isArray(value)) return value.map((item) => renameDeep(item, spell));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [spell(key), renameDeep(item, spell)]),
  );
};
