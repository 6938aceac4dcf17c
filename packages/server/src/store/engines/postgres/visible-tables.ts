import {
  type DatabaseIntrospector,
  type DatabaseMetadataOptions,
  type Kysely,
  type TableMetadata,
  PostgresDialect,
  PostgresIntrospector,
  sql,
} from 'kysely';

/**
 * Knows only the tables that a statement finds without naming a schema: the same database may hold another registry in
 * another one.
 */
export class VisibleTablesDialect extends PostgresDialect {
  override createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new VisibleTables(db);
  }
}

class VisibleTables extends PostgresIntrospector {
  readonly #db: Kysely<unknown>;

  constructor(db: Kysely<unknown>) {
    super(db);
    this.#db = db;
  }

  override async getTables(options?: DatabaseMetadataOptions): Promise<TableMetadata[]> {
    const { rows } = await sql<{ schema: string }>`select unnest(current_schemas(false)) as schema`.execute(
      this.#db,
    );
    const visible = new Set(rows.map(({ schema }) => schema));
    const tables = await super.getTables(options);
    return tables.filter(({ schema }) => schema !== undefined && visible.has(schema));
  }
}
