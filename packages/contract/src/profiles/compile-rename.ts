import type { TSchema } from 'typebox';
import { ours } from '../text.ts';
import type { Direction, Speller } from './speller.ts';

/** A copy of a value with the names renamed that its schema knows; texts of callers stay as they are. */
export type Rename = (value: unknown) => unknown;

interface JsonSchema {
  enum?: readonly string[];
  [ours]?: 'words' | 'kind';
  items?: TSchema;
  properties?: Readonly<Record<string, TSchema>>;
}

/**
 * What renames the values of a schema, given as the contract writes it. Undefined where no value of it holds a
 * name, so that nothing is walked in vain. Keys that the schema does not name stay.
 */
export const compileRename = (
  schema: TSchema | undefined,
  speller: Speller | undefined,
  direction: Direction,
): Rename | undefined => {
  if (schema === undefined || speller === undefined) return undefined;
  const { enum: values, [ours]: part, items, properties } = schema as JsonSchema;
  if (values !== undefined) return renameOneOf(values, speller, direction);
  if (part === 'words') return ofText((text) => spellOwnWords(text, speller[direction]));
  if (part === 'kind') return ofText((text) => spellKind(text, speller[direction]));
  if (properties !== undefined) return renameKeys(properties, speller, direction);
  const renameItem = compileRename(items, speller, direction);
  return renameItem && ((value) => (value as readonly unknown[]).map(renameItem));
};

/** From and to, as the direction has it. */
const pairOf = (name: string, speller: Speller, direction: Direction): [string, string] => {
  const host = speller.toHost(name);
  return direction === 'toHost' ? [name, host] : [host, name];
};

const renameOneOf = (values: readonly string[], speller: Speller, direction: Direction) => {
  const pairs = new Map(values.map((value) => pairOf(value, speller, direction)));
  return [...pairs].every(([from, to]) => from === to)
    ? undefined
    : ofText((text) => pairs.get(text) ?? text);
};

const renameKeys = (
  properties: Readonly<Record<string, TSchema>>,
  speller: Speller,
  direction: Direction,
): Rename | undefined => {
  const steps = new Map<string, { to: string; rename: Rename | undefined }>();
  for (const [name, schema] of Object.entries(properties)) {
    const rename = compileRename(schema, speller, direction);
    const [from, to] = pairOf(name, speller, direction);
    if (from !== to || rename !== undefined) steps.set(from, { to, rename });
  }
  if (steps.size === 0) return undefined;
  return (value) =>
    Object.fromEntries(
      Object.entries(value as object).map(([key, item]: [string, unknown]) => {
        const step = steps.get(key);
        if (step === undefined) return [key, item];
        return [step.to, item === undefined || step.rename === undefined ? item : step.rename(item)];
      }),
    );
};

const ofText =
  (rename: (text: string) => string): Rename =>
  (value) =>
    typeof value === 'string' ? rename(value) : value;

/** In a sentence what stands in double quotes is somebody else's. */
const spellOwnWords = (text: string, spell: (text: string) => string): string =>
  text.replaceAll(/"(?:[^"\\]|\\.)*"|[^"]+/g, (part) => (part.startsWith('"') ? part : spell(part)));

/** `<resource>:<id>`, of which the resource is ours. */
const spellKind = (text: string, spell: (text: string) => string): string =>
  text.replace(/^[^:]*/, (kind) => spell(kind));
