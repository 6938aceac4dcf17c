import { parse as parseToml } from 'smol-toml';
import { parseDocument } from 'yaml';
import { BudgetExceeded } from '../evaluate/budget.ts';
import type { Interpreter } from '../evaluate/interpreter.ts';
import { setItem } from '../values/dict-items.ts';
import { makeDict, makeInstance, makeClass, makeList, makeUnknown } from '../values/make-values.ts';
import { none, type CallArguments, type Value } from '../values/value.ts';
import { argument, type LibraryEntries, libraryFunction } from './library-entry.ts';
import { parseCsv } from './parse-csv.ts';

/** Longer texts are not parsed; UTF-16 code units. */
const lengthMax = 262_144;
/** The YAML parser is about ten times slower than the others. */
const yamlLengthMax = 65_536;
const depthMax = 60;
/** The maximum number of values in one table. */
const valuesMax = 50_000;

type Read = (text: string) => unknown;

/** Reads each text once: packages read the same table for each of their classes. */
const once = (read: Read): Read => {
  const known = new Map<string, unknown>();
  return (text) => {
    if (!known.has(text)) known.set(text, read(text));
    return known.get(text);
  };
};

/** Readers of CSV, TOML and YAML, for the tables that packages contain as files. */
export const describeDataFiles = (run: Interpreter): LibraryEntries => {
  const entries: LibraryEntries = {
    'csv.reader': libraryFunction('reader', (given, source) => {
      const rows = readRows(run, given, source);
      return rows && makeInstance(readerClass, [], makeList(rows.map((row) => makeList(row))));
    }),
    'csv.DictReader': libraryFunction('DictReader', (given, source) => readRecords(run, given, source)),
  };
  const add = (paths: string[], read: Read) => {
    for (const path of paths) {
      const name = path.slice(path.lastIndexOf('.') + 1);
      entries[path] = libraryFunction(name, (given, source) => {
        const text = textOf(run, given.positional[0] ?? none, source);
        return text === undefined ? undefined : readTable(run, text, read);
      });
    }
  };
  add(['tomllib.load', 'tomllib.loads', 'tomli.load', 'tomli.loads', 'toml.load', 'toml.loads'], (text) =>
    parseToml(text, { integersAsBigInt: true, maxDepth: depthMax }),
  );
  add(['yaml.safe_load', 'yaml.load', 'yaml.full_load'], once(readYaml));
  return entries;
};

const readerClass = makeClass('reader', { module: 'csv' });

/** YAML 1.1, as Python's reader has it; undefined if that would raise. */
const readYaml = (text: string): unknown => {
  if (text.length > yamlLengthMax) return undefined;
  const document = parseDocument(text, {
    version: '1.1',
    intAsBigInt: true,
    uniqueKeys: false,
    logLevel: 'silent',
  });
  if (document.errors.length > 0) return undefined;
  return document.toJS({ maxAliasCount: 50, mapAsMap: true });
};

/** The text of an open file, or the text itself; undefined if it is neither, or too long. */
const textOf = (run: Interpreter, value: Value, source: string): string | undefined => {
  if (typeof value === 'string') return value.length > lengthMax ? undefined : value;
  const read = run.getAttribute(value, 'read', source);
  const text = read && run.call(read, { positional: [], keywords: new Map() }, source);
  return typeof text === 'string' && text.length <= lengthMax ? text : undefined;
};

const readTable = (run: Interpreter, text: string, read: Read): Value | undefined => {
  run.budget.spend(1 + text.length);
  try {
    const parsed = read(text);
    return parsed === undefined ? undefined : toValue(run, parsed, { left: valuesMax }, 0);
  } catch (error) {
    // Text that is not well-formed, nests too deeply, or has too many references.
    if (error instanceof BudgetExceeded) throw error;
    return undefined;
  }
};

const toValue = (run: Interpreter, parsed: unknown, fuel: { left: number }, depth: number): Value => {
  fuel.left -= 1;
  run.budget.spend(1);
  if (fuel.left < 0 || depth > depthMax) return makeUnknown('too large');
  if (parsed === null) return none;
  if (typeof parsed === 'string' || typeof parsed === 'bigint') return parsed;
  if (typeof parsed === 'number' || typeof parsed === 'boolean') return parsed;
  const convert = (item: unknown) => toValue(run, item, fuel, depth + 1);
  if (Array.isArray(parsed)) return makeList(parsed.map(convert));
  const isTable =
    parsed instanceof Map || Object.getPrototypeOf(parsed) === null || parsed?.constructor === Object;
  if (!isTable || typeof parsed !== 'object') return makeUnknown('a date');
  const table = makeDict();
  for (const [key, item] of parsed instanceof Map ? parsed : Object.entries(parsed)) {
    setItem(table, convert(key), convert(item));
  }
  return table;
};

/** The rows of a CSV file; undefined if it is unknown, or has another dialect. */
const readRows = (run: Interpreter, given: CallArguments, source: string): string[][] | undefined => {
  const { keywords } = given;
  if ([...keywords.keys()].some((name) => !['delimiter', 'quotechar', 'fieldnames'].includes(name)))
    return undefined;
  const file = given.positional[0] ?? none;
  const lines = run
    .iterate(file)
    ?.filter((line) => typeof line === 'string')
    .map((line) => line.replace(/\r?\n$/, ''));
  const text = typeof file === 'string' ? undefined : (lines?.join('\n') ?? textOf(run, file, source));
  const [delimiter, quote] = [keywords.get('delimiter') ?? ',', keywords.get('quotechar') ?? '"'];
  if (text === undefined || text.length > lengthMax) return undefined;
  if (typeof delimiter !== 'string' || typeof quote !== 'string') return undefined;
  if (delimiter.length !== 1 || quote.length !== 1) return undefined;
  run.budget.spend(1 + Math.floor(text.length / 4));
  return parseCsv(text, delimiter, quote);
};

const readRecords = (run: Interpreter, given: CallArguments, source: string): Value | undefined => {
  const rows = readRows(run, given, source);
  if (rows === undefined) return undefined;
  const named = argument(given, 1, 'fieldnames') ?? none;
  const chosen = named === none ? undefined : run.iterate(named);
  if (named !== none && chosen === undefined) return undefined;
  const filled = rows.filter((row) => row.length > 0);
  const names: Value[] = chosen ?? filled.shift() ?? [];
  if (names.length * filled.length > valuesMax) return undefined;
  run.budget.spend(names.length * filled.length);
  const records = filled.map((row) => {
    const record = makeDict();
    for (const [at, name] of names.entries()) setItem(record, name, row[at] ?? none);
    return record;
  });
  return makeInstance(readerClass, [['fieldnames', makeList([...names])]], makeList(records));
};
