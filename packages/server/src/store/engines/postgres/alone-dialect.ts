import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
} from 'kysely';

/** An arbitrary number that no other lock in this database uses: "patchbay" in ASCII. */
const writeLock = 0x70617463_68626179n;

/** Each transaction waits for the write lock among those of all processes, and releases it at its end. */
export class AloneDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new AloneDriver(this.#config);
  }
}

type Connection = Parameters<PostgresDriver['rollbackTransaction']>[0];

class AloneDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await connection.executeQuery(CompiledQuery.raw(`begin; select pg_advisory_xact_lock(${writeLock})`));
    } catch (error) {
      // The write lock did not come in time. The connection must not return to the pool inside a transaction.
      await this.rollbackTransaction(connection as Connection);
      throw error;
    }
  }
}
