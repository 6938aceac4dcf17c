import { isDeepStrictEqual } from 'node:util';
import { type TomlTable, parse, stringify } from 'smol-toml';
import { projectFile } from '@patchbay/inspect/project';
import { CliError } from '../errors.ts';
import { findTomlTables } from './find-toml-tables.ts';

/** A value that a TOML document does not have yet, or has as an empty text. */
export interface Addition {
  readonly table: readonly string[];
  readonly key: string;
  readonly value: string | readonly string[];
}

/**
 * Adds values to a TOML document. What is there keeps its text: order, comments and spaces. Throws `invalid_project`
 * with the lines to add by hand if the text has a form in which that cannot be done.
 */
export const completeToml = (toml: string, additions: readonly Addition[]): string => {
  const newline = toml.includes('\r\n') ? '\r\n' : '\n';
  const lines = toml === '' ? [] : toml.replace(/\r?\n$/, '').split(/\r?\n/);
  for (const { table, key, value } of additions) {
    const line = stringify({ [key]: value }).trimEnd();
    const found = findTomlTables(lines).find(({ path }) => isDeepStrictEqual(path, table));
    const empty = lines.findIndex((text, at) => at >= (found?.start ?? Infinity) && isEmpty(text, key));
    if (found !== undefined && empty >= 0 && empty < found.end) {
      lines[empty] = (lines[empty] ?? '').replace(/""|''/, line.slice(line.indexOf('=') + 2));
    } else if (found !== undefined) lines.splice(found.end, 0, line);
    else lines.push(...(lines.length > 0 ? [''] : []), `[${table.join('.')}]`, line);
  }
  const completed = lines.map((line) => line + newline).join('');
  if (!isCompleted(toml, completed, additions)) throw byHand(additions);
  return completed;
};

/** A line that tools write for what is not known yet. */
const isEmpty = (line: string, key: string): boolean => {
  const [, name] = /^\s*([\w-]+|"[^"]*")\s*=\s*(?:""|'')\s*(?:#.*)?$/.exec(line) ?? [];
  return name?.replaceAll('"', '') === key;
};

/** Whether it says what it said before, and what was added. Guards against a form of text that is not understood. */
const isCompleted = (before: string, after: string, additions: readonly Addition[]): boolean => {
  try {
    const expected = parse(before);
    for (const { table, key, value } of additions) {
      const place = table.reduce<TomlTable>((parent, name) => (parent[name] ??= {}) as TomlTable, expected);
      place[key] = typeof value === 'string' ? value : [...value];
    }
    return isDeepStrictEqual(plain(parse(after)), plain(expected));
  } catch {
    return false;
  }
};

/** Its tables have no prototype. */
const plain = (table: object): unknown => JSON.parse(JSON.stringify(table)) as unknown;

const byHand = (additions: readonly Addition[]): CliError =>
  new CliError(
    'invalid_project',
    `${projectFile} has a form that cannot be completed without rewriting it.`,
    {
      details: additions.map(({ table, key, value }) => ({
        path: `/${[...table, key].join('/')}`,
        message: `Add ${key} = ${JSON.stringify(value)} to [${table.join('.')}].`,
      })),
      next: 'Add these values by hand.',
    },
  );
