import {
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';
import { longReadMark } from '../../long-read.ts';
import { LongReads } from './long-reads.ts';
import { type PreparedDatabase, connect } from './prepared-database.ts';

/** For a connection that only reads: short reads at once, long ones in slices and on connections of their own. */
export class ReadDialect extends SqliteDialect {
  readonly #database: PreparedDatabase;
  readonly #longReads: LongReads;

  constructor(path: string) {
    const database = connect(path, true);
    super({ database });
    this.#database = database;
    this.#longReads = new LongReads(() => connect(path, true));
  }

  override createDriver(): SqliteDriver {
    return new ReadDriver(this.#database, this.#longReads);
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
  readonly #longReads: LongReads;

  constructor(database: PreparedDatabase, longReads: LongReads) {
    super({ database });
    this.#connection = new ReadConnection(database, longReads);
    this.#longReads = longReads;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  override async destroy(): Promise<void> {
    this.#longReads.close();
    await super.destroy();
  }
}

class ReadConnection implements DatabaseConnection {
  readonly #database: PreparedDatabase;
  readonly #longReads: LongReads;

  constructor(database: PreparedDatabase, longReads: LongReads) {
    this.#database = database;
    this.#longReads = longReads;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const rows = sql.endsWith(longReadMark)
      ? await this.#longReads.read(sql, parameters)
      : this.#database.prepare(sql).all(parameters);
    return { rows: rows as Row[] };
  }

  // oxlint-disable-next-line require-yield -- the registry asks for no stream
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('A long read answers all rows at once: use execute.');
  }
}
