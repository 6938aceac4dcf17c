import type { Kysely, Transaction } from 'kysely';
import type { ReadonlyKysely } from 'kysely/readonly';
import type { CommitNotice, Engine } from './engine.ts';
import type { Cause, LoggedChange, NewChange } from './log/change.ts';
import type { JobRequest } from './queue/job.ts';
import type { Tables } from './tables.ts';

/** Reads rows. A write transaction is also a reader. */
export type ReadConnection = Pick<ReadonlyKysely<Tables>, 'selectFrom'>;

/** Writes jobs; exists only inside `store.queue` and `store.write`. */
export interface QueueWriter {
  readonly db: Kysely<Tables>;
  /** The time of the whole transaction. */
  readonly now: string;
}

/** Writes the registry; exists only inside `store.write`. */
export interface Writer extends QueueWriter {
  readonly db: Transaction<Tables>;
  /** Appends to the log in this transaction, as of its cause, or as of the server where that decides by itself. */
  append(change: NewChange, actor?: 'server'): Promise<void>;
  /**
   * Has what is derived of a node refreshed at the end of this transaction, once however often it is called. Code that
   * writes a node, its publisher or its versions calls it.
   */
  touch(nodeKey: string, how?: { versionsChanged: boolean }): void;
  /** Notifies the followers of a write of download counts, which the log does not contain. */
  tellCounted(counted: Commit['counted']): void;
  /** Enqueues a job in this transaction; a worker runs it when it is due. */
  enqueue(job: JobRequest): Promise<void>;
}

/** The changes of a durable transaction. */
export interface Commit {
  readonly changes: readonly LoggedChange[];
  /** The nodes whose downloads it wrote, which the log does not contain, and the number of that write. */
  readonly counted: { readonly number: number; readonly nodeKeys: readonly string[] } | undefined;
}

/** The duration of each part of a write. */
export interface WriteTiming {
  /** Waiting for the write lock. */
  readonly waitedSeconds: number;
  /** From the write lock to the commit. */
  readonly heldSeconds: number;
  /** From the commit until it is durable. */
  readonly flushedSeconds: number;
}

export interface Store {
  readonly engine: Engine;
  readonly read: ReadConnection;
  /** Reads public data. With a replica it may lag behind `read`. */
  readonly readPublic: ReadConnection;
  /**
   * Runs `work` in one transaction and returns its result once it is durable. No other write of any process
   * runs at the same time, so what `work` reads stays true until it is committed. `work` must not touch the network
   * or the package store: it can be rolled back, they cannot.
   */
  write<T>(cause: Cause, work: (tx: Writer) => Promise<T>): Promise<T>;
  /** Runs `work` as `write` does and returns its result, but rolls back: nothing changes, and nobody is notified. */
  dryRun<T>(cause: Cause, work: (tx: Writer) => Promise<T>): Promise<T>;
  /**
   * For the leases of jobs, whose every statement is a transaction of its own: it does not wait for writes or delay
   * them, and does not wait for the disk, since a job may run twice.
   */
  queue<T>(work: (tx: QueueWriter) => Promise<T>): Promise<T>;
  /**
   * Calls back after every commit of this process that others may wait for, and soon after those of other processes.
   * Notices of other processes can be late while the database is unreachable; code that needs them in time also polls.
   */
  onCommit(listener: (news: CommitNotice, isOwn: boolean) => void): void;
  /**
   * Calls back at the end of every write of this process that changed something, in its transaction, with its changes. A
   * listener writes what is derived of them and appends nothing.
   */
  beforeCommit(listener: (tx: Writer, changes: readonly LoggedChange[]) => Promise<void>): void;
  /** Calls back after every commit of this process that changed something, before `write` returns. */
  onWritten(listener: (commit: Commit) => void): void;
  /** Calls back after every write of this process. */
  onTimed(listener: (timing: WriteTiming) => void): void;
  close(): Promise<void>;
}
