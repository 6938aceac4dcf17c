import { type SQLInputValue, type StatementSync, DatabaseSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';

const preparedStatementsMax = 500;

/**
 * Opens a connection to the database at a path. A statement that may look at many rows calls
 * `countRow` of each, as `in_time()`; it throws once the statement has taken too long.
 */
export const connect = (path: string, readOnly: boolean, countRow = (): number => 1): PreparedDatabase => {
  // One that only reads must not make an empty database where somebody moved this one away.
  const database = new DatabaseSync(path, { timeout: 5_000, readOnly });
  database.exec('pragma journal_mode = wal');
  // The log is flushed by `flush`, before anything is acknowledged, and by SQLite before each checkpoint.
  database.exec('pragma synchronous = normal');
  database.exec('pragma foreign_keys = on');
  database.function('in_time', countRow);
  return new PreparedDatabase(database);
};

/** `node:sqlite` in the shape Kysely expects, keeping the statements it has prepared. */
export class PreparedDatabase implements SqliteDatabase {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, PreparedStatement>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  get isTransaction(): boolean {
    return this.#database.isTransaction;
  }

  prepare(text: string): PreparedStatement {
    const known = this.#statements.get(text);
    if (known !== undefined) return known;
    if (this.#statements.size >= preparedStatementsMax) this.#statements.clear();
    const statement = new PreparedStatement(this.#database.prepare(text));
    this.#statements.set(text, statement);
    return statement;
  }

  /**
   * The rows of a statement one by one. A statement that failed is discarded: if it were used again, it would first
   * report the old error.
   */
  *iterate(text: string, parameters: readonly unknown[]): Generator<unknown, undefined> {
    try {
      yield* this.prepare(text).iterate(parameters);
    } catch (error) {
      this.#statements.delete(text);
      throw error;
    }
    return undefined;
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }
}

class PreparedStatement implements SqliteStatement {
  readonly reader: boolean;
  readonly #statement: StatementSync;

  constructor(statement: StatementSync) {
    this.#statement = statement;
    this.reader = statement.columns().length > 0;
  }

  all(parameters: readonly unknown[]): unknown[] {
    return this.#statement.all(...(parameters as SQLInputValue[]));
  }

  run(parameters: readonly unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint } {
    return this.#statement.run(...(parameters as SQLInputValue[]));
  }

  iterate(parameters: readonly unknown[]): IterableIterator<unknown> {
    return this.#statement.iterate(...(parameters as SQLInputValue[]));
  }
}
