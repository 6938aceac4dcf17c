import { randomUUID } from 'node:crypto';
import {
  type PostgresDialectConfig,
  type PostgresPool,
  type SqlBool,
  HandleEmptyInListsPlugin,
  Kysely,
  PostgresDialect,
  replaceWithNoncontingentExpression,
  sql,
} from 'kysely';
import type { Engine } from '../engine.ts';
import type { Tables } from '../tables.ts';
import { AloneDialect } from './postgres/alone-dialect.ts';
import { asReads, fallBack } from './postgres/read-pools.ts';
import { CommitFlusher } from './postgres/commit-flusher.ts';
import { isForbidden, isUnavailable, isUniqueViolation } from './postgres/faults.ts';
import { Listener, commitChannel, writeNotice } from './postgres/listener.ts';
import {
  type ConnectionPool,
  openPool,
  accountTypes,
  connectionLimits,
  parseTypes,
  tableTypes,
} from './postgres/pool.ts';
import { createRateBuckets, openRateBuckets } from './postgres/rate-buckets.ts';
import { VisibleTablesDialect } from './postgres/visible-tables.ts';

/** A trigram index that earlier releases use, if the extension is where statements look for it, or can be created. */
const createSearchIndex = async (db: Kysely<Tables>): Promise<void> => {
  const { rows } = await sql<{ is_there: boolean; may_be_made: boolean }>`
    select exists (select from pg_opclass where opcname = 'gin_trgm_ops' and pg_opclass_is_visible(oid)) as is_there,
      not exists (select from pg_extension where extname = 'pg_trgm')
        and exists (select from pg_available_extension_versions where name = 'pg_trgm' and trusted)
        and has_database_privilege(current_database(), 'create') as may_be_made
  `.execute(db);
  const found = rows[0];
  if (found === undefined || !(found.is_there || found.may_be_made)) return;
  await sql`create extension if not exists pg_trgm`.execute(db);
  await sql`
    create index search_texts_trigrams on search_texts
    using gin (search_text gin_trgm_ops, app_node_names gin_trgm_ops)
  `.execute(db);
};

const contains: Engine['contains'] = (text, part) =>
  sql<SqlBool>`${text} like ${`%${part.replaceAll(/[!%_]/g, '!$&')}%`} escape '!'`;

/** `in ()` is not valid SQL. An empty list matches nothing. */
const plugins = [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })];

/** For sessions, sign-ups and the books of the jobs: each of them short. */
const accountConnections = 4;

/** For the turn of a write among those of this process. */
const writeTurnMs = 10_000;

/** For the token buckets of the rates, a statement of a moment each. */
const rateConnections = 2;

export interface EngineOptions {
  connections: number;
  replicaUrl?: string | undefined;
  /** Gets the failures that no statement reports, of idle connections and of a replica. */
  onFailure?: ((error: Error) => void) | undefined;
}

/**
 * PostgreSQL. Reads have `connections` of their own, so that no burst of writes can keep them waiting; writes, which
 * come one after the other in any case, have one. Connections are made when they are needed.
 */
export const openPostgres = (
  url: string,
  { connections, replicaUrl, onFailure = (error) => process.emitWarning(error) }: EngineOptions,
): Engine => {
  const types = parseTypes(tableTypes);
  const openReads = (address: string) =>
    asReads(openPool(address, { max: connections, types, onFailure, readOnly: true }));
  const reads = openReads(url);
  const writes = openPool(url, { max: 1, types, onFailure, connectMs: writeTurnMs });
  const accounts = openPool(url, { max: accountConnections, types: parseTypes(accountTypes), onFailure });
  const rates = openPool(url, { max: rateConnections, types, onFailure });
  const commits = new CommitFlusher({ connectionString: url, ...connectionLimits() }, onFailure);
  const migrations = openPool(url, { max: 1, types, onFailure, statementMs: Infinity });
  const replica = replicaUrl === undefined ? undefined : fallBack(openReads(replicaUrl), reads, onFailure);
  const reader = kyselyOn(reads) as never;
  // A transaction stays on one connection, which single reads do not, and operators wait for what they asked for.
  const ofMoments = openPool(url, {
    max: connections,
    types,
    onFailure,
    readOnly: true,
    statementMs: Infinity,
    silenceMs: Infinity,
  });
  const moments = kyselyOn(ofMoments);
  const beside = kyselyOn(accounts);
  const self = randomUUID();
  let listener: Listener | undefined;
  /** What the transaction under way sends with its commit. */
  let notice: string | undefined;
  let isOpen = true;
  return {
    accounts: { db: beside, type: 'postgres' },
    reader,
    replica: replica === undefined ? reader : (kyselyOn(replica) as never),
    atOneMoment: (work) =>
      moments
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute((moment) => work(moment as never)),
    writer: new Kysely({
      dialect: new AloneDialect(configOf(writes), commits, () => {
        const statement = notice;
        notice = undefined;
        return statement;
      }),
      plugins,
    }),
    queue: beside,
    migrator: new Kysely({ dialect: new VisibleTablesDialect(configOf(migrations)), plugins }),
    columns: {
      text: 'text',
      sortable: sql`text collate "C"`,
      integer: 'bigint',
      accountTime: 'timestamptz',
      accountFlag: 'boolean',
    },
    canSkipLocked: true,
    pairs: (pairs) =>
      sql`(select * from unnest(${pairs.map(([first]) => first)}::text[], ${pairs.map(([, second]) => second)}::text[]) as pair (first, second))`,
    before: (text, mark) => sql`split_part(${text}, ${sql.lit(mark)}, 1)`,
    withoutIndex: (column) => sql.ref(column),
    texts: (json) => sql`(select value from json_array_elements_text(${json}::json) as texts (value))`,
    createUpdateTrigger: async (db, { name, table, columns, statement }) => {
      const isChanged = columns.map((column) => `old.${column} is distinct from new.${column}`).join(' or ');
      await sql`${sql.raw(
        `create function ${name}() returns trigger language plpgsql as $$ begin ${statement}; return null; end $$`,
      )}`.execute(db);
      await sql`${sql.raw(
        `create trigger ${name} after update of ${columns.join(', ')} on ${table} for each row when (${isChanged}) execute function ${name}()`,
      )}`.execute(db);
    },
    createSearchIndex,
    // Its statements have a deadline of their own.
    isInTime: sql`true`,
    contains,
    jsonText: (json, key) => sql`(${json}::json ->> ${sql.lit(key)})`,
    flush: () => commits.flush(),
    announce: (sent) => {
      notice = `notify ${commitChannel}, '${writeNotice(self, sent)}'`;
    },
    subscribe: (notify, onFailure) => {
      if (listener !== undefined) throw new Error('an engine has one store');
      listener = new Listener(url, self, notify, onFailure);
    },
    isSubscribed: () => listener?.isConnected ?? false,
    rateBuckets: openRateBuckets(rates),
    createRateBuckets,
    findDamage: () => Promise.resolve([]),
    isUniqueViolation,
    isUnavailable: (error) => !isOpen || isUnavailable(error),
    isForbidden,
    findUnfitness: async () => {
      const { rows } = await sql<{ encoding: string }>`
        select current_setting('server_encoding') as encoding`.execute(reader);
      const encoding = rows[0]?.encoding;
      return encoding === 'UTF8'
        ? undefined
        : `The database has the encoding ${encoding}, and a registry needs UTF8. Make one with "create database … encoding 'UTF8' template template0".`;
    },
    clockSkewMs: async () => {
      const asked = Date.now();
      const { rows } = await sql<{ ms: number }>`
        select extract(epoch from clock_timestamp()) * 1000 as ms`.execute(beside);
      // The answer was made between the two.
      return Number(rows[0]?.ms) - (asked + Date.now()) / 2;
    },
    pools: () =>
      Object.entries({
        reads,
        writes,
        accounts,
        rates,
        ...(replica === undefined ? {} : { replica }),
      }).map(([pool, connections]) => ({ pool, ...connections.usage() })),
    close: async () => {
      if (!isOpen) return;
      isOpen = false;
      await listener?.close();
      await commits.close();
      const pools = [
        reads,
        writes,
        accounts,
        rates,
        migrations,
        ofMoments,
        ...(replica === undefined ? [] : [replica]),
      ];
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
};

const kyselyOn = (pool: ConnectionPool): Kysely<Tables> =>
  new Kysely({ dialect: new PostgresDialect(configOf(pool)), plugins });

/** Kysely's type has a second form of `query`, for cursors, which it calls only where it is given them. */
const configOf = (pool: ConnectionPool): PostgresDialectConfig => ({ pool: pool as unknown as PostgresPool });
