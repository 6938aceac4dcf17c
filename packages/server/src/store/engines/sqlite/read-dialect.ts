import {
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';
import { longReadKind } from '../../long-read.ts';
import type { ImmediateReads } from '../../prepare.ts';
import { type PreparedDatabase, connect } from './prepared-database.ts';
import { sharedReadThreads } from './read-threads.ts';

/** How long a read may hold the answering thread before it begins again in another. */
const inlineMs = 2;

/** The clock is asked once in so many rows. */
const rowsBetweenLooks = 64;

/** A statement took longer than it may. */
class OverdueError extends Error {}

/** The processor time of one statement after the other, in the thread that runs them. */
class Stopwatch {
  #begun = process.threadCpuUsage();
  #msMax = Infinity;
  #rows = 0;

  begin(msMax: number): void {
    this.#begun = process.threadCpuUsage();
    this.#msMax = msMax;
    this.#rows = 0;
  }

  /** Throws OverdueError once the time is over. */
  check(): void {
    const { user, system } = process.threadCpuUsage(this.#begun);
    if ((user + system) / 1_000 > this.#msMax) throw new OverdueError();
  }

  /** For a statement to call of every row that it looks at, because SQLite itself does not pause. */
  readonly countRow = (): number => {
    this.#rows += 1;
    if (this.#rows % rowsBetweenLooks === 0) this.check();
    return 1;
  };
}

interface Opened {
  path: string;
  database: PreparedDatabase;
  stopwatch: Stopwatch;
}

/** For a connection that only reads: short reads at once, long ones in threads with connections of their own. */
export class ReadDialect extends SqliteDialect {
  readonly #opened: Opened;

  constructor(path: string) {
    const stopwatch = new Stopwatch();
    const database = connect(path, true, stopwatch.countRow);
    super({ database });
    this.#opened = { path, database, stopwatch };
  }

  override createDriver(): SqliteDriver {
    return new ReadDriver(this.#opened);
  }

  override createAdapter(): SqliteAdapter {
    return new SharedAdapter(this.#opened.database);
  }
}

/** A short read is over before another can begin, and a long one has its own connection, so none waits for another. */
class SharedAdapter extends SqliteAdapter implements ImmediateReads {
  readonly #database: PreparedDatabase;

  constructor(database: PreparedDatabase) {
    super();
    this.#database = database;
  }

  readNow(text: string, parameters: readonly unknown[]): unknown[] {
    return this.#database.prepare(text).all(parameters);
  }

  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class ReadDriver extends SqliteDriver {
  readonly #connection: DatabaseConnection;
  readonly #path: string;

  constructor(opened: Opened) {
    super({ database: opened.database });
    this.#connection = new ReadConnection(opened);
    this.#path = opened.path;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  override async destroy(): Promise<void> {
    await sharedReadThreads.close(this.#path);
    await super.destroy();
  }
}

class ReadConnection implements DatabaseConnection {
  readonly #path: string;
  readonly #database: PreparedDatabase;
  readonly #stopwatch: Stopwatch;

  constructor({ path, database, stopwatch }: Opened) {
    this.#path = path;
    this.#database = database;
    this.#stopwatch = stopwatch;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const kind = longReadKind(sql);
    const rows =
      kind === undefined
        ? this.#database.prepare(sql).all(parameters)
        : ((kind === 'scan' ? undefined : this.#readInline(sql, parameters)) ??
          (await sharedReadThreads.read({ path: this.#path, text: sql, parameters })));
    return { rows: rows as Row[] };
  }

  // oxlint-disable-next-line require-yield -- the registry asks for no stream
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('A long read answers all rows at once: use execute.');
  }

  /** All rows, because most reads that may take long do not. Undefined if that takes too long. */
  #readInline(text: string, parameters: readonly unknown[]): unknown[] | undefined {
    const rows: unknown[] = [];
    const begun = performance.now();
    this.#stopwatch.begin(inlineMs);
    try {
      for (const row of this.#database.iterate(text, parameters)) {
        rows.push(row);
        if (performance.now() - begun > inlineMs) return undefined;
      }
      return rows;
    } catch (error) {
      if (error instanceof OverdueError) return undefined;
      throw error;
    } finally {
      this.#stopwatch.begin(Infinity);
    }
  }
}
