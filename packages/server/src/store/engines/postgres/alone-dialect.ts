import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
} from 'kysely';

/** Any number will do that nobody else takes a lock on in this database: "patchbay" in ASCII. */
const writeLock = 0x70617463_68626179n;

/** Each transaction takes its turn among those of all processes, and gives it up when it ends. */
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
      // The turn did not come in time: the connection must not go back with half a transaction.
      await this.rollbackTransaction(connection as Connection);
      throw error;
    }
  }
}
