import type { Transaction } from 'kysely';
import type { ReadonlyKysely } from 'kysely/readonly';
import type { Engine, CommitNotice } from './engine.ts';
import type { Cause, LoggedChange, NewChange } from './log/change.ts';
import type { JobRequest } from './queue/job.ts';
import type { Tables } from './tables.ts';

/** Reads rows. A write transaction can be read through as well. */
export type Reader = Pick<ReadonlyKysely<Tables>, 'selectFrom'>;

/** Keeps the books of the jobs; it exists only inside `store.queue` and `store.write`. */
export interface QueueWriter {
  readonly db: Transaction<Tables>;
  /** The time of the whole transaction. */
  readonly now: string;
}

/** The one place where the registry can be written; it exists only inside `store.write`. */
export interface Writer extends QueueWriter {
  /** Appends to the log in this transaction. */
  append(change: NewChange): Promise<void>;
  /** Tells the followers of the log of a writing that the log leaves out. */
  tellCounted(counted: Commit['counted']): void;
  /** Enqueues a job in this transaction; a worker runs it when it is due. */
  enqueue(job: JobRequest): Promise<void>;
}

/** What a transaction changed, once it is durable. */
export interface Commit {
  readonly changes: readonly LoggedChange[];
  /** The nodes whose downloads it wrote down, which the log leaves out, and the number of that writing. */
  readonly counted: { readonly number: number; readonly nodeKeys: readonly string[] } | undefined;
}

/** How long a write took, part by part. */
export interface WriteTiming {
  /** Until its turn came. */
  readonly waitedSeconds: number;
  /** From then to its commit. */
  readonly heldSeconds: number;
  /** From then until it was durable. */
  readonly flushedSeconds: number;
}

export interface Store {
  readonly engine: Engine;
  readonly read: Reader;
  /** Reads what anyone may see; may lag behind `read` where the database has a replica. */
  readonly readPublic: Reader;
  /**
   * Runs `work` in one transaction and returns what it returns once that is durable. No other write of any process
   * runs at the same time, so what `work` reads stays true until it is committed. `work` must not touch the network
   * or the package store: it can be rolled back, they cannot.
   */
  write<T>(cause: Cause, work: (tx: Writer) => Promise<T>): Promise<T>;
  /**
   * As `write`, for who takes which job and until when: it neither waits for writes nor holds them up, nor for the
   * disk, since a job may run twice.
   */
  queue<T>(work: (tx: QueueWriter) => Promise<T>): Promise<T>;
  /**
   * Calls back after every commit of this process that brought news, and soon after those of others. CommitNotice of others
   * can be late while the way to the database is cut: who must know in time asks at intervals as well.
   */
  onCommit(listener: (news: CommitNotice, isOwn: boolean) => void): void;
  /** Calls back after every commit of this process that changed something, before `write` returns. */
  onWritten(listener: (commit: Commit) => void): void;
  /** Calls back after every write of this process. */
  onTimed(listener: (timing: WriteTiming) => void): void;
  close(): Promise<void>;
}
