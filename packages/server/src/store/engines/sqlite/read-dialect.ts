import {
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';
import { longReadKind } from '../../long-read.ts';
import { type PreparedDatabase, connect } from './prepared-database.ts';
import { ReadThreads } from './read-threads.ts';

/** Of the process: its processors are the same for every database. */
const threads = new ReadThreads();

/** For a connection that only reads: short reads at once, long ones in threads with connections of their own. */
export class ReadDialect extends SqliteDialect {
  readonly #database: PreparedDatabase;
  readonly #path: string;

  constructor(path: string) {
    const database = connect(path, true);
    super({ database });
    this.#database = database;
    this.#path = path;
  }

  override createDriver(): SqliteDriver {
    return new ReadDriver(this.#database, this.#path);
  }

  override createAdapter(): SqliteAdapter {
    return new SharedAdapter();
  }
}

/** A short read is over before another can begin, and a long one has its own connection, so none waits for another. */
class SharedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class ReadDriver extends SqliteDriver {
  readonly #connection: DatabaseConnection;
  readonly #path: string;

  constructor(database: PreparedDatabase, path: string) {
    super({ database });
    this.#connection = new ReadConnection(database, path);
    this.#path = path;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  override async destroy(): Promise<void> {
    await threads.close(this.#path);
    await super.destroy();
  }
}

class ReadConnection implements DatabaseConnection {
  readonly #database: PreparedDatabase;
  readonly #path: string;

  constructor(database: PreparedDatabase, path: string) {
    this.#database = database;
    this.#path = path;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const rows =
      longReadKind(sql) === undefined
        ? this.#database.prepare(sql).all(parameters)
        : await threads.read({ path: this.#path, text: sql, parameters });
    return { rows: rows as Row[] };
  }

  // oxlint-disable-next-line require-yield -- the registry asks for no stream
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('A long read answers all rows at once: use execute.');
  }
}
