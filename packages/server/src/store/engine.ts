import type { ColumnDataType, Expression, Kysely, RawBuilder, SqlBool, Transaction } from 'kysely';
import type { ReadonlyKysely } from 'kysely/readonly';
import type { Tables } from './tables.ts';

/** The column types a migration may ask for. */
export interface ColumnTypes {
  text: ColumnDataType | Expression<unknown>;
  /** Text that is compared byte by byte, whatever the locale of the database. */
  sortable: ColumnDataType | Expression<unknown>;
  integer: ColumnDataType | Expression<unknown>;
  /** A time and a flag as the accounts library writes them. */
  accountTime: ColumnDataType | Expression<unknown>;
  accountFlag: ColumnDataType | Expression<unknown>;
}

/** Words in lower case: those to be found anywhere, and those to be found in the names of app-nodes. */
export interface SearchWords {
  anywhere: readonly string[];
  appNodes: readonly string[];
}

/** What differs between databases. Everything else in the store is the same SQL for all of them. */
export interface Engine {
  /** What the accounts library calls this database. */
  readonly accountsDialect: 'sqlite' | 'postgres';
  readonly reader: ReadonlyKysely<Tables>;
  readonly writer: Kysely<Tables>;
  readonly columns: ColumnTypes;
  /** A table expression of two text columns `first` and `second`, in one parameter however many rows. */
  pairs(pairs: readonly (readonly [string, string])[]): RawBuilder<{ first: string; second: string }>;
  /** Holds back every other appender until the transaction ends, so that `changes.seq` has no gaps. */
  lockLog(transaction: Transaction<Tables>): Promise<void>;
  /** Makes what speeds up the search for parts of words in `search_texts`, kept in step by the database itself. */
  createSearchIndex(db: Kysely<Tables>): Promise<void>;
  /**
   * A condition on `nodes.ordinal` that holds where the texts of a node contain all words that the index can
   * tell, and the words that are left for a plain `like`; undefined where that has to do for all of them.
   */
  searchIndex(words: SearchWords): { condition: RawBuilder<SqlBool>; left: SearchWords } | undefined;
  isUniqueViolation(error: unknown): boolean;
  /** Whether the database is away, full or read-only: a state that passes, not a fault of the request. */
  isUnavailable(error: unknown): boolean;
  close(): Promise<void>;
}
