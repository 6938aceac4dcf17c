import { EventEmitter } from 'node:events';
import type { Transaction } from 'kysely';
import type { ReadonlyKysely } from 'kysely/readonly';
import { type Cause, type NewChange, appendChange } from './changes.ts';
import type { Engine, News } from './engine.ts';
import { type JobRequest, enqueueJob } from './jobs.ts';
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
  /** Asks for a job in this transaction; whoever works is woken after the commit. */
  enqueue(job: JobRequest): Promise<void>;
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
  /** As `write`, for who takes which job and until when: it neither waits for writes nor holds them up. */
  queue<T>(work: (tx: QueueWriter) => Promise<T>): Promise<T>;
  /**
   * Calls back after every commit of this process that brought news, and soon after those of others. News of others
   * can be late while the way to the database is cut: who must know in time asks at intervals as well.
   */
  onCommit(listener: (news: News) => void): void;
  close(): Promise<void>;
}

export const openStore = (engine: Engine, now: () => Date): Store => {
  const events = new EventEmitter<{ commit: [News] }>().setMaxListeners(0);
  engine.hear((news) => events.emit('commit', news));
  return {
    engine,
    read: engine.reader,
    readPublic: engine.replica,
    async write(cause, work) {
      const news = { changes: false, jobs: false };
      const isNews = () => news.changes || news.jobs;
      const result = await engine.writer.transaction().execute(async (db) => {
        const at = now().toISOString();
        const result = await work({
          db,
          now: at,
          append: (change) => {
            news.changes = true;
            return appendChange(db, at, cause, change);
          },
          enqueue: (job) => {
            news.jobs = true;
            return enqueueJob(db, job);
          },
        });
        if (isNews()) await engine.announce(db, news);
        return result;
      });
      if (isNews()) events.emit('commit', news);
      return result;
    },
    queue: (work) => engine.queue.transaction().execute((db) => work({ db, now: now().toISOString() })),
    onCommit: (listener) => {
      events.on('commit', listener);
    },
    close: () => engine.close(),
  };
};
