import type { ColumnDataType, Expression, Kysely, RawBuilder, SqlBool } from 'kysely';
import type { ReadonlyKysely, ReadonlyTransaction } from 'kysely/readonly';
import type { RateBuckets } from './rate-buckets.ts';
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

/** The news of a commit that other code may wait for. */
export interface CommitNotice {
  /** It appended to the log. */
  changes: boolean;
  /** It asked for jobs that are due, or are before anybody looks for them anyway. */
  jobs: boolean;
  /** It queued a message to a person, which the process that did so sends, or any other that looks for jobs. */
  mail?: boolean;
}

/** How much a pool of connections is used. */
export interface PoolUsage {
  pool: string;
  busy: number;
  idle: number;
  /** Who waits for a connection. */
  waiting: number;
  /** Who waited for one in vain so far. */
  timeouts: number;
}

/** Reads of which each may go to another connection, so that none of them can begin a transaction. */
type SingleReads = Omit<ReadonlyKysely<Tables>, 'transaction'>;

export interface UpdateTrigger {
  name: string;
  table: keyof Tables;
  columns: readonly string[];
  statement: string;
}

/** What differs between databases. Everything else in the store is the same SQL for all of them. */
export interface Engine {
  /** The database as the accounts library wants it: times and flags come in types of its choice. */
  readonly accounts: { db: Kysely<Tables>; type: 'sqlite' | 'postgres' };
  /** Refuses to write. */
  readonly reader: SingleReads;
  /** As `reader`, and may lag behind it where a replica is set. */
  readonly replica: SingleReads;
  /** Has all reads of `work` see the rows of one moment. */
  atOneMoment<Result>(work: (moment: ReadonlyTransaction<Tables>) => Promise<Result>): Promise<Result>;
  /** Its transactions are each alone: no other process has one open at the same time. `flush` makes them durable. */
  readonly writer: Kysely<Tables>;
  /** Its transactions run beside those of `writer`. */
  readonly queue: Kysely<Tables>;
  /** Waits as long as a change of the schema takes. */
  readonly migrator: Kysely<Tables>;
  readonly columns: ColumnTypes;
  /** Whether a select can lock the rows it finds and pass over those that others locked. */
  readonly canSkipLocked: boolean;
  /** A table expression of two text columns `first` and `second`, with the same number of parameters for any rows. */
  pairs(pairs: readonly (readonly [string, string])[]): RawBuilder<{ first: string; second: string }>;
  /** A table expression of the texts in a JSON array, with one parameter for any number of them. */
  texts(json: string): RawBuilder<{ value: string }>;
  /** The part of a text before the first `mark`. */
  before(text: RawBuilder<string>, mark: string): RawBuilder<string>;
  /** The column such that a planner without statistics does not begin with an index of it. */
  withoutIndex(column: string): RawBuilder<unknown>;
  /** Resolves when everything that this process committed before the call outlives a loss of power. */
  flush(): Promise<void>;
  /** Notifies the other processes of this database once the transaction of `writer` that calls it commits. */
  announce(notice: CommitNotice): void;
  /**
   * Calls back for notices of other processes, and with all at once when some may have been missed; also when notices
   * can no longer be received, of which `onFailure` gets the cause. For the one store that the engine has.
   */
  subscribe(listener: (notice: CommitNotice) => void, onFailure: (error: Error) => void): void;
  /** Whether every commit of another process is announced to this one, so that it need hardly look for any. */
  isSubscribed(): boolean;
  /**
   * Has the database run a statement for each updated row of a table in which one of these columns has another value.
   * The statement refers to the row as `new`.
   */
  createUpdateTrigger(db: Kysely<Tables>, trigger: UpdateTrigger): Promise<void>;
  /** Makes the index of `search_texts` that earlier releases search. */
  createSearchIndex(db: Kysely<Tables>): Promise<void>;
  /** True of every row. A read that says so in its condition can be ended in the middle of a step. */
  readonly isInTime: RawBuilder<SqlBool>;
  /** The text or the number under a key of a JSON object, as text; null if it has none. */
  readonly jsonText: (json: RawBuilder<unknown>, key: string) => RawBuilder<string | null>;
  /** Whether a text holds another, every character of which means itself. */
  readonly contains: (text: RawBuilder<unknown>, part: string) => RawBuilder<SqlBool>;
  /** Outside of every transaction, and lost with the power. */
  readonly rateBuckets: RateBuckets;
  /** Makes what `rateBuckets` needs in the database, where it needs anything there. */
  createRateBuckets(db: Kysely<Tables>): Promise<void>;
  /** What is damaged in the files of the database, a sentence each; none where the database itself would tell. */
  findDamage(): Promise<string[]>;
  isUniqueViolation(error: unknown): boolean;
  /** Whether the database is away, full or read-only: a state that passes, not a fault of the request. */
  isUnavailable(error: unknown): boolean;
  /** Whether the user of the database lacks a right. */
  isForbidden(error: unknown): boolean;
  /** Why this database can hold no registry, as a sentence that says what to do; undefined if it can. */
  findUnfitness(): Promise<string | undefined>;
  /** Its pools of connections, or of threads that have one each. */
  pools(): readonly PoolUsage[];
  /** By how many milliseconds the database's clock is ahead of this machine's. */
  clockSkewMs(): Promise<number>;
  close(): Promise<void>;
}
