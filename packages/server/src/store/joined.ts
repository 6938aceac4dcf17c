import { type AliasedRawBuilder, sql } from 'kysely';
import type { Row, Tables } from './tables.ts';

/** Every column of the tables that are joined to others, so that none of two with one name is lost. */
const columns = {
  publishers: { id: 1, profile_json: 1, status: 1, created_at: 1, deleted_at: 1 },
  versions: {
    id: 1,
    node_key: 1,
    version: 1,
    sort_key: 1,
    prerelease: 1,
    metadata_json: 1,
    tags_admin_json: 1,
    deprecated: 1,
    status: 1,
    status_reason: 1,
    extract_status: 1,
    created_at: 1,
    upload_deadline: 1,
    package_sha256: 1,
    package_bytes: 1,
    stored_at: 1,
    verdict_json: 1,
    extraction_json: 1,
    ordinal: 1,
  },
} as const satisfies { [Name in keyof Tables]?: Record<keyof Tables[Name], 1> };

type Joinable = keyof typeof columns;

const aliases = (table: Joinable): [column: string, alias: string][] =>
  Object.keys(columns[table]).map((column) => [column, `${table}_${column}`]);

/** The columns of a joined table, each as `<table>_<column>`. */
export const columnsOf = (table: Joinable): AliasedRawBuilder<unknown, string>[] =>
  aliases(table).map(([column, alias]) => sql.ref(`${table}.${column}`).as(alias));

/** The row of a joined table out of the row of the join; undefined where an outer join found none. */
export const joinedRow = <Name extends Joinable>(table: Name, joined: object): Row<Name> | undefined => {
  const values: Readonly<Record<string, unknown>> = { ...joined };
  if (values[`${table}_id`] === null) return undefined;
  return Object.fromEntries(aliases(table).map(([column, alias]) => [column, values[alias]])) as Row<Name>;
};
