import { dirname, join } from 'node:path';
import {
  type DatabaseConnection,
  CompiledQuery,
  Kysely,
  sql,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type RawBuilder,
  type SqlBool,
} from 'kysely';
import { closeToOthers, makePrivateFile, privateModes } from '../../private-files.ts';
import type { Engine } from '../engine.ts';
import { requireDatabaseFile } from '../sqlite-path.ts';
import type { Tables } from '../tables.ts';
import { subscribeToSiblings, broadcastToSiblings } from './siblings.ts';
import { type PreparedDatabase, connect } from './sqlite/prepared-database.ts';
import { SqliteRateBuckets } from './sqlite/rate-buckets.ts';
import { ReadDialect } from './sqlite/read-dialect.ts';
import { sharedReadThreads } from './sqlite/read-threads.ts';
import { WalFlusher } from './wal-flusher.ts';

/** Result codes of SQLite: https://www.sqlite.org/rescode.html */
const constraintPrimaryKey = 1555;
const constraintUnique = 2067;
const passing = new Set([
  5 /* BUSY */, 6 /* LOCKED */, 8 /* READONLY */, 10 /* IOERR */, 13 /* FULL */, 14 /* CANTOPEN */,
]);

/** The runtime's SQLite: one connection that writes and others that read, all on the same WAL file. */
export const openSqlite = (path: string): Engine => {
  closeFiles(path);
  const writer = new Kysely<Tables>({ dialect: new ImmediateDialect(connect(path, false)) });
  const reader = new Kysely<Tables>({ dialect: new ReadDialect(path) });
  const flusher = new WalFlusher(path, () => restartLog(writer));
  const rateBuckets = new SqliteRateBuckets(join(dirname(path), 'rates.db'));
  let unsubscribe = (): void => undefined;
  let isOpen = true;
  return {
    accounts: { db: writer, type: 'sqlite' },
    reader: reader as never,
    replica: reader as never,
    // The connection of single reads has threads for the long ones, which a transaction does not reach.
    atOneMoment: (work) =>
      onNewConnection(path, (db) => db.transaction().execute((moment) => work(moment as never))),
    writer,
    queue: writer,
    migrator: writer,
    columns: {
      text: 'text',
      sortable: 'text',
      integer: 'integer',
      accountTime: 'date',
      accountFlag: 'integer',
    },
    pairs: (pairs) =>
      sql`(select value ->> 0 as first, value ->> 1 as second from json_each(${JSON.stringify(pairs)}))`,
    before: (text, mark) => sql`substr(${text}, 1, instr(${text}, ${sql.lit(mark)}) - 1)`,
    withoutIndex: (column) => sql`+${sql.ref(column)}`,
    texts: (json) => sql`(select value from json_each(${json}))`,
    // Jobs are never claimed concurrently: only one write transaction runs at a time.
    canSkipLocked: false,
    flush: () => flusher.flush(),
    // Only one server uses the file.
    announce: broadcastToSiblings,
    subscribe: (listener) => {
      unsubscribe = subscribeToSiblings(listener);
    },
    // A command that an operator runs is no sibling.
    isSubscribed: () => false,
    createUpdateTrigger: async (db, { name, table, columns, statement }) => {
      const isChanged = columns.map((column) => `old.${column} is distinct from new.${column}`).join(' or ');
      await sql`${sql.raw(
        `create trigger ${name} after update of ${columns.join(', ')} on ${table} when ${isChanged} begin ${statement}; end`,
      )}`.execute(db);
    },
    createSearchIndex,
    isInTime,
    contains,
    jsonText: (json, key) => sql`(${json} ->> ${sql.lit(key)})`,
    rateBuckets,
    createRateBuckets: () => Promise.resolve(),
    // FTS5 compares the file with what a connection read of its index before, which others may have changed.
    findDamage: () =>
      onNewConnection(path, async (db) => {
        const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
        return rows.map((row) => row.integrity_check).filter((line) => line !== 'ok');
      }),
    isUniqueViolation: (error) => {
      const code = resultCode(error);
      return code === constraintUnique || code === constraintPrimaryKey;
    },
    isUnavailable: (error) => !isOpen || passing.has((resultCode(error) ?? 0) & 0xff),
    isForbidden: () => false,
    findUnfitness: () => Promise.resolve(undefined),
    clockSkewMs: () => Promise.resolve(0),
    pools: () => [{ pool: 'reads', timeouts: 0, ...sharedReadThreads.usage }],
    close: async () => {
      isOpen = false;
      unsubscribe();
      rateBuckets.close();
      await reader.destroy();
      await writer.destroy();
      await flusher.close();
    },
  };
};

/** Only reads. */
const onNewConnection = async <Result>(
  path: string,
  work: (db: Kysely<Tables>) => Promise<Result>,
): Promise<Result> => {
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: connect(path, true) }) });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
};

/** Moves all of the log into the database and begins it anew. Throws while readers keep the log from that. */
const restartLog = async (writer: Kysely<Tables>): Promise<void> => {
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(writer);
  if (rows[0]?.busy !== 0) throw new Error('the log of the database is in use and could not be restarted');
};

/** Only the owner opens them; a log that SQLite makes later takes the mode of the database. Throws NotPrivateError. */
const closeFiles = (path: string): void => {
  requireDatabaseFile(path);
  makePrivateFile(path);
  for (const log of [`${path}-wal`, `${path}-shm`]) closeToOthers(log, privateModes.file);
};

/** Takes the write lock at once: a transaction that first reads and then writes could otherwise fail as busy. */
class ImmediateDialect extends SqliteDialect {
  readonly #database: PreparedDatabase;

  constructor(database: PreparedDatabase) {
    super({ database });
    this.#database = database;
  }

  override createDriver(): SqliteDriver {
    return new ImmediateDriver(this.#database);
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}

/** Kysely does not count on it, but SQLite rolls back changes of the schema like any other. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** For how long transactions may follow one another before other work of the event loop. */
const burstMs = 5;

class ImmediateDriver extends SqliteDriver {
  readonly #database: PreparedDatabase;
  /** When the first transaction of this iteration of the event loop began. */
  #burstBegun: number | undefined;

  constructor(database: PreparedDatabase) {
    super({ database });
    this.#database = database;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    // SQLite never waits, so without an iteration of the event loop now and then, queued writes would delay all reads.
    if (this.#burstBegun === undefined) {
      this.#burstBegun = performance.now();
      setImmediate(() => (this.#burstBegun = undefined));
    } else if (performance.now() - this.#burstBegun > burstMs) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // SQLite rolls back by itself for example if the disk is full; a second rollback would fail and hide the cause.
    if (this.#database.isTransaction) await super.rollbackTransaction(connection);
  }
}

const resultCode = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode
    : undefined;

const isInTime: Engine['isInTime'] = sql`in_time()`;

/** Not by `like`, which takes the length of the part times that of the text where both repeat one character. */
const contains: Engine['contains'] = (text: RawBuilder<unknown>, part: string) =>
  sql<SqlBool>`(${isInTime} and instr(${text}, ${part}) > 0)`;

const events = ['insert', 'delete', 'update'] as const;

/** An FTS5 table of trigrams over `search_texts`, whose texts it reads there, and triggers that keep it in step: of earlier releases. */
const createSearchIndex = async (db: Kysely<Tables>): Promise<void> => {
  await sql`
    create virtual table search_index using fts5(search_text, app_node_names,
      content = 'search_texts', content_rowid = 'place', tokenize = 'trigram case_sensitive 1')
  `.execute(db);
  const insert = sql`
    insert into search_index (rowid, search_text, app_node_names)
    values (new.place, new.search_text, new.app_node_names)`;
  const remove = sql`
    insert into search_index (search_index, rowid, search_text, app_node_names)
    values ('delete', old.place, old.search_text, old.app_node_names)`;
  const triggers = { insert: sql`${insert};`, delete: sql`${remove};`, update: sql`${remove}; ${insert};` };
  for (const event of events) {
    await sql`create trigger ${nameTrigger(event)} after ${sql.raw(event)} on search_texts begin ${triggers[event]} end`.execute(
      db,
    );
  }
  await sql`insert into search_index (search_index) values ('rebuild')`.execute(db);
};

const nameTrigger = (event: string) => sql.raw(`search_texts_${event}`);
