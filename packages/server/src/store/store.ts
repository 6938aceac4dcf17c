import { EventEmitter } from 'node:events';
import type { Transaction } from 'kysely';
import type { ReadonlyKysely } from 'kysely/readonly';
import { type Cause, type LoggedChange, type NewChange, appendChange } from './changes.ts';
import type { Engine } from './engine.ts';
import { type JobRequest, enqueueJob } from './jobs.ts';
import type { Tables } from './tables.ts';

/** Reads rows. A write transaction can be read through as well. */
export type Reader = Pick<ReadonlyKysely<Tables>, 'selectFrom'>;

/** The one place where rows can be written; it exists only inside `store.write`. */
export interface Writer {
  readonly db: Transaction<Tables>;
  /** The time of the whole transaction. */
  readonly now: string;
  /** Appends to the log in this transaction. */
  append(change: NewChange): Promise<void>;
  /** Tells the followers of the log of a writing that the log leaves out. */
  tellCounted(counted: Commit['counted']): void;
  /** Asks for a job in this transaction; whoever works is woken after the commit. */
  enqueue(job: JobRequest): Promise<void>;
}

/** What a transaction changed, once it is durable. */
export interface Commit {
  readonly changes: readonly LoggedChange[];
  /** The nodes whose downloads it wrote down, which the log leaves out, and the number of that writing. */
  readonly counted: { readonly number: number; readonly nodeKeys: readonly string[] } | undefined;
}

export interface Store {
  readonly engine: Engine;
  readonly read: Reader;
  /**
   * Runs `work` in one transaction and returns what it returns once that is durable. `work` must not
   * touch the network or the package store: it can be rolled back, they cannot.
   */
  write<T>(cause: Cause, work: (tx: Writer) => Promise<T>): Promise<T>;
  /** Calls back after every commit of this process that changed something, before `write` returns. */
  onCommit(listener: (commit: Commit) => void): void;
  /** Calls back after every commit that asked for a job. */
  onJob(listener: () => void): void;
  close(): Promise<void>;
}

export const openStore = (engine: Engine, now: () => Date): Store => {
  const events = new EventEmitter();
  return {
    engine,
    read: engine.reader,
    async write(cause, work) {
      let hasJob = false;
      const changes: LoggedChange[] = [];
      let counted: Commit['counted'];
      const result = await engine.writer.transaction().execute((db) => {
        const at = now().toISOString();
        return work({
          db,
          now: at,
          append: async (change) => {
            changes.push(await appendChange(engine, db, at, cause, change));
          },
          tellCounted: (told) => {
            counted = told;
          },
          enqueue: (job) => {
            hasJob = true;
            return enqueueJob(db, job);
          },
        });
      });
      if (changes.length > 0 || counted !== undefined) events.emit('commit', { changes, counted });
      if (hasJob) events.emit('job');
      return result;
    },
    onCommit: (listener) => {
      events.on('commit', listener);
    },
    onJob: (listener) => {
      events.on('job', listener);
    },
    close: () => engine.close(),
  };
};
