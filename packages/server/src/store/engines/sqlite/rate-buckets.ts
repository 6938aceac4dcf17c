import { rmSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { makePrivateFile } from '../../../private-files.ts';
import type { Draw, Drawn, RateBuckets } from '../../rate-buckets.ts';
import { drawStatement, indexStatement, sweepStatement, tableStatement } from '../rate-statements.ts';

const names = { least: 'min', greatest: 'max', skipLocked: '' };
/** For another process, whose statement takes microseconds. */
const busyMs = 1_000;

/**
 * Token buckets in a file of their own beside the database, so that they wait for none of its writes. The file is
 * never flushed: what a loss of power takes from it fills in again by itself.
 */
export class SqliteRateBuckets implements RateBuckets {
  readonly #path: string;
  #open: { database: DatabaseSync; draw: StatementSync; sweep: StatementSync } | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  draw({ key, now, wanted, capacity }: Draw): Drawn {
    const [drawn] = this.#opened().draw.all(key, now + wanted, wanted, capacity);
    return drawn as unknown as Drawn;
  }

  async sweep(now: number, max: number): Promise<number> {
    return this.#opened().sweep.all(now, max).length;
  }

  close(): void {
    this.#open?.database.close();
    this.#open = undefined;
  }

  /** Opened when it is first needed: most commands need it never. */
  #opened() {
    this.#open ??= prepare(openWhole(this.#path));
    return this.#open;
  }
}

const prepare = (database: DatabaseSync) => ({
  database,
  draw: database.prepare(ofSqlite(drawStatement(names))),
  sweep: database.prepare(ofSqlite(sweepStatement(names))),
});

/** SQLite numbers its parameters with another sign. */
const ofSqlite = (statement: string): string => statement.replaceAll('$', '?');

/** A file that a loss of power left damaged holds nothing that is worth more than a new one. */
const openWhole = (path: string): DatabaseSync => {
  try {
    return open(path);
  } catch (error) {
    if (!isDamaged(error)) throw error;
    for (const file of [path, `${path}-wal`, `${path}-shm`]) rmSync(file, { force: true });
    return open(path);
  }
};

const open = (path: string): DatabaseSync => {
  makePrivateFile(path);
  const database = new DatabaseSync(path, { timeout: busyMs });
  try {
    database.exec('pragma journal_mode = wal');
    database.exec('pragma synchronous = off');
    database.exec(tableStatement('table if not exists'));
    database.exec(indexStatement);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
};

/** Result codes of SQLite: https://www.sqlite.org/rescode.html */
const damaged = new Set([11 /* CORRUPT */, 26 /* NOTADB */]);

const isDamaged = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && damaged.has(Number(error.errcode) & 0xff);
