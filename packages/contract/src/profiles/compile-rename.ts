import type { TSchema } from 'typebox';
import { canonicalVersion } from '../canonical-version.ts';
import { packageFile, versionOfFile } from '../package-file.ts';
import { type StandIn, type VersionForm, ours, standIn, versionForm } from '../text.ts';
import { unclaimedPublisherId } from './profile.ts';
import type { Direction, Renaming } from './renaming.ts';

/**
 * A copy of a value in which the names known to its schema are renamed; texts of callers are unchanged. Optionally,
 * missing keys get their default values and versions become canonical.
 */
export type Rename = (value: unknown) => unknown;

interface JsonSchema {
  enum?: readonly unknown[];
  [ours]?: 'words' | 'kind' | 'publisher';
  [standIn]?: StandIn;
  [versionForm]?: VersionForm;
  items?: TSchema;
  properties?: Readonly<Record<string, TSchema>>;
  patternProperties?: Readonly<Record<string, TSchema>>;
}

/** What happens to values besides copying. */
interface Task {
  renaming: Renaming;
  direction: Direction;
  completes: boolean;
  looseVersions: boolean;
}

const plain: Renaming = { toHost: (text) => text, toNeutral: (text) => text };

/**
 * A function that renames values of a schema, given in the contract's names. Undefined if no value changes, so that
 * nothing is walked in vain. Keys that the schema does not name stay.
 */
export const compileRename = (
  schema: TSchema | undefined,
  renaming: Renaming | undefined,
  direction: Direction,
  { completes = false, looseVersions = false } = {},
): Rename | undefined =>
  renaming === undefined && !completes && !looseVersions
    ? undefined
    : compile(schema, { renaming: renaming ?? plain, direction, completes, looseVersions });

const compile = (schema: TSchema | undefined, task: Task): Rename | undefined => {
  if (schema === undefined) return undefined;
  const {
    enum: values,
    [ours]: part,
    [versionForm]: form,
    items,
    properties,
    patternProperties,
  } = schema as JsonSchema;
  const spell = task.renaming[task.direction];
  if (values !== undefined) return renameOneOf(values.filter(isText), task);
  if (part === 'publisher') return renameOneOf([unclaimedPublisherId], task);
  if (part === 'words') return ofText((text) => renameOwnWords(text, spell));
  if (part === 'kind') return ofText((text) => renameKind(text, spell));
  if (form !== undefined) return readVersion(form, task);
  if (properties !== undefined) return unlessNull(renameKeys(properties, task));
  if (patternProperties !== undefined) return unlessNull(renameValues(patternProperties, task));
  const renameItem = compile(items, task);
  return unlessNull(renameItem && ((value) => (value as readonly unknown[]).map(renameItem)));
};

/** An update clears a key with null, which has nothing to rename. */
const unlessNull = (rename: Rename | undefined): Rename | undefined =>
  rename && ((value) => (value === null ? value : rename(value)));

const isText = (value: unknown): value is string => typeof value === 'string';

/** From and to, depending on the direction. */
const pairOf = (name: string, { renaming, direction }: Task): [string, string] => {
  const host = renaming.toHost(name);
  return direction === 'toHost' ? [name, host] : [host, name];
};

const renameOneOf = (values: readonly string[], task: Task) => {
  const pairs = new Map(values.map((value) => pairOf(value, task)));
  return [...pairs].every(([from, to]) => from === to)
    ? undefined
    : ofText((text) => pairs.get(text) ?? text);
};

const renameKeys = (properties: Readonly<Record<string, TSchema>>, task: Task): Rename | undefined => {
  const steps = new Map<string, { to: string; rename: Rename | undefined }>();
  for (const [name, schema] of Object.entries(properties)) {
    const rename = compile(schema, task);
    const [from, to] = pairOf(name, task);
    if (from !== to || rename !== undefined) steps.set(from, { to, rename });
  }
  const fill = task.completes ? fillIn(properties) : undefined;
  if (steps.size === 0) return fill;
  return (value) =>
    Object.fromEntries(
      Object.entries((fill === undefined ? value : fill(value)) as object).map(
        ([key, item]: [string, unknown]) => {
          const step = steps.get(key);
          if (step === undefined) return [key, item];
          return [step.to, item === undefined || step.rename === undefined ? item : step.rename(item)];
        },
      ),
    );
};

/** Adds values that clients expect. An empty name counts as missing. */
const fillIn = (properties: Readonly<Record<string, TSchema>>): Rename | undefined => {
  const standIns = Object.entries(properties).flatMap(([key, schema]) => {
    const { [standIn]: instead } = schema as JsonSchema;
    return instead === undefined ? [] : [[key, instead] as const];
  });
  if (standIns.length === 0) return undefined;
  return (value) => {
    const filled: Record<string, unknown> = { ...(value as object) };
    for (const [key, instead] of standIns) {
      if ('value' in instead) filled[key] ??= instead.value;
      else filled[key] ||= filled[instead.of];
    }
    return filled;
  };
};

/** For a map whose keys come from callers. */
const renameValues = (patterns: Readonly<Record<string, TSchema>>, task: Task): Rename | undefined => {
  const [rename] = Object.values(patterns).map((schema) => compile(schema, task));
  return (
    rename &&
    ((value) => Object.fromEntries(Object.entries(value as object).map(([key, item]) => [key, rename(item)])))
  );
};

const ofText =
  (rename: (text: string) => string): Rename =>
  (value) =>
    typeof value === 'string' ? rename(value) : value;

const readVersion = (form: VersionForm, { direction, looseVersions }: Task): Rename | undefined => {
  if (direction === 'toHost' || !looseVersions) return undefined;
  const read = (version: string): string => canonicalVersion(version, { looseVersions });
  if (form === 'version') return ofText(read);
  return ofText((file) => {
    const version = versionOfFile(file);
    return version === undefined ? file : packageFile(read(version));
  });
};

/** Text in double quotes inside a message is not ours. */
const renameOwnWords = (text: string, spell: (text: string) => string): string =>
  text.replaceAll(/"(?:[^"\\]|\\.)*"|[^"]+/g, (part) => (part.startsWith('"') ? part : spell(part)));

/** `<resource>:<id>`; only the resource is our word. */
const renameKind = (text: string, spell: (text: string) => string): string =>
  text.replace(/^[^:]*(?=:)/, (kind) => spell(kind));
