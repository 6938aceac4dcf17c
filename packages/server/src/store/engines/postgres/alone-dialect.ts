import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
} from 'kysely';
import type { SharedFlush } from '../shared-flush.ts';
import type { CommitFlusher } from './commit-flusher.ts';
import { toLockFault } from './faults.ts';

/** An arbitrary number that no other lock in this database uses: "patchbay" in ASCII. */
export const writeLock = 0x70617463_68626179n;

/**
 * Each transaction waits for the write lock among those of all processes, and releases it at its end, before it is on
 * the disk: what waited for it shares a flush. There is one connection.
 */
export class AloneDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  readonly #commits: CommitFlusher;
  readonly #takeNotice: () => string | undefined;

  /** `takeNotice` says which statement, if any, the transaction under way sends together with its commit. */
  constructor(config: PostgresDialectConfig, commits: CommitFlusher, takeNotice: () => string | undefined) {
    super(config);
    this.#config = config;
    this.#commits = commits;
    this.#takeNotice = takeNotice;
  }

  override createDriver(): Driver {
    return new AloneDriver(this.#config, this.#commits, this.#takeNotice);
  }
}

type Connection = Parameters<PostgresDriver['rollbackTransaction']>[0];

class AloneDriver extends PostgresDriver {
  readonly #commits: CommitFlusher;
  readonly #takeNotice: () => string | undefined;
  /** Of the transaction under way. */
  #flush: SharedFlush | undefined;

  constructor(config: PostgresDialectConfig, commits: CommitFlusher, takeNotice: () => string | undefined) {
    super(config);
    this.#commits = commits;
    this.#takeNotice = takeNotice;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    this.#flush = await this.#commits.prepare();
    try {
      await connection.executeQuery(
        CompiledQuery.raw(
          `begin; set local synchronous_commit to off; select pg_advisory_xact_lock(${writeLock})`,
        ),
      );
    } catch (error) {
      // The write lock did not come in time. The connection must not return to the pool inside a transaction.
      await this.rollbackTransaction(connection as Connection);
      throw toLockFault(error);
    }
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const notice = this.#takeNotice();
    await connection.executeQuery(CompiledQuery.raw(notice === undefined ? 'commit' : `${notice}; commit`));
    if (this.#flush !== undefined) this.#commits.noteCommit(this.#flush);
  }

  override async rollbackTransaction(connection: Connection): Promise<void> {
    this.#takeNotice();
    await super.rollbackTransaction(connection);
  }
}
