import type { Naming } from './profile.ts';

/** To the host's names for responses, to the neutral names for requests. */
export type Direction = 'toHost' | 'toNeutral';

/** Replaces the names in our own text, one function for each direction. */
export type Renaming = Readonly<Record<Direction, (text: string) => string>>;

/** Undefined if no name differs, so that callers can skip the work. */
export const makeNaming = (naming: Naming): Renaming | undefined => {
  const pairs = Object.entries(naming);
  if (pairs.length === 0) return undefined;
  return {
    toHost: replaceAll(pairs),
    toNeutral: replaceAll(pairs.map(([neutral, host]) => [host, neutral])),
  };
};

/**
 * Names contain no characters that are special in a pattern. Longer names come first, because shorter ones may be part
 * of them.
 */
const replaceAll = (pairs: readonly (readonly [string, string])[]) => {
  const replacements = new Map(pairs);
  const names = [...replacements.keys()].sort((one, other) => other.length - one.length);
  const pattern = new RegExp(names.join('|'), 'g');
  return (text: string): string => text.replace(pattern, (name) => replacements.get(name) ?? name);
};

/** A copy of a value that contains only our own words (a schema, a document), with every key and text renamed. */
export const renameAll = <T>(value: T, spell: (text: string) => string): T => renameDeep(value, spell) as T;

const renameDeep = (value: unknown, spell: (text: string) => string): unknown => {
  if (typeof value === 'string') return spell(value);
  if (Array.isArray(value)) return value.map((item) => renameDeep(item, spell));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [spell(key), renameDeep(item, spell)]),
  );
};
