import { type Kysely, type SqlBool, sql } from 'kysely';
import type { ReadonlyKysely } from 'kysely/readonly';

/** A table and the columns of its primary key. */
export interface AnyTable {
  name: string;
  key: readonly string[];
}

/** A row of any table, in types that every engine returns unchanged. */
export type AnyRow = Readonly<Record<string, string | number | null>>;

type AnyTables = Record<string, Record<string, string | number | null>>;

/** Tables known only by name. */
export type AnyReader = Pick<ReadonlyKysely<AnyTables>, 'selectFrom'>;
export type AnyWriter = Pick<Kysely<AnyTables>, 'insertInto' | 'deleteFrom'>;

/** Every engine accepts far more parameters than this times the widest table. */
const rowsPerBatch = 500;

/** All rows of a table, either whole or only their keys, in batches ordered by key. */
export const readRows = async function* (
  db: AnyReader,
  { name, key }: AnyTable,
  columns: 'all' | 'key',
): AsyncGenerator<AnyRow[]> {
  let last: AnyRow | undefined;
  do {
    let query = db.selectFrom(name).limit(rowsPerBatch);
    for (const column of key) query = query.orderBy(column);
    if (last !== undefined) query = query.where(isBehind(key, last));
    const rows = await (columns === 'all' ? query.selectAll() : query.select([...key])).execute();
    yield rows;
    last = rows.length < rowsPerBatch ? undefined : rows.at(-1);
  } while (last !== undefined);
};

/** The rows of one table that have the keys of `rows`, by `keyOf`. */
export const findRows = async (
  db: AnyReader,
  { name, key }: AnyTable,
  rows: readonly AnyRow[],
): Promise<ReadonlyMap<string, AnyRow>> => {
  if (rows.length === 0) return new Map();
  const found = await db.selectFrom(name).selectAll().where(isAmong(key, rows)).execute();
  return new Map(found.map((row) => [keyOf(key, row), row]));
};

/** Writes new and changed rows, all or none. */
export const upsertRows = async (
  db: AnyWriter,
  { name, key }: AnyTable,
  rows: readonly AnyRow[],
): Promise<void> => {
  if (rows.length === 0) return;
  const others = Object.keys(rows[0] ?? {}).filter((column) => !key.includes(column));
  await db
    .insertInto(name)
    .values(rows)
    .onConflict((conflict) => {
      const known = conflict.columns([...key]);
      return others.length === 0
        ? known.doNothing()
        : known.doUpdateSet(
            Object.fromEntries(others.map((column) => [column, sql`${sql.ref(`excluded.${column}`)}`])),
          );
    })
    .execute();
};

export const deleteRows = async (
  db: AnyWriter,
  { name, key }: AnyTable,
  rows: readonly AnyRow[],
): Promise<void> => {
  if (rows.length > 0) await db.deleteFrom(name).where(isAmong(key, rows)).execute();
};

export const keyOf = (key: readonly string[], row: AnyRow): string => JSON.stringify(valuesOf(key, row));

const valuesOf = (key: readonly string[], row: AnyRow) => key.map((column) => row[column] ?? null);

const refsOf = (key: readonly string[]) => sql`(${sql.join(key.map((column) => sql.ref(column)))})`;

const tupleOf = (key: readonly string[], row: AnyRow) => sql`(${sql.join(valuesOf(key, row))})`;

const isBehind = (key: readonly string[], last: AnyRow) =>
  sql<SqlBool>`${refsOf(key)} > ${tupleOf(key, last)}`;

/**
 * A list of pairs must be a table. A list of single values must not be one, because PostgreSQL would take numbers for
 * text.
 */
const isAmong = (key: readonly string[], rows: readonly AnyRow[]) =>
  sql<SqlBool>`${refsOf(key)} in (${sql.raw(key.length > 1 ? 'values ' : '')}${sql.join(
    rows.map((row) => tupleOf(key, row)),
  )})`;
