import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { ServerAwayError, isStorageAway } from '../errors.ts';
import { BusyError } from '../limits/semaphore.ts';
import type { Job } from '../store/queue/job.ts';
import {
  claimJob,
  completeJob,
  extendLease,
  findNextRunAt,
  lookEveryMs,
  postponeJob,
} from '../store/queue/jobs.ts';
import type { CommitNotice } from '../store/engine.ts';
import type { Store } from '../store/store.ts';
import { type JobHandler, backoffMs } from './job.ts';

const leaseMs = 15_000;
const leaseRenewalMs = 5_000;
const awayMs = 2_000;

/** Runs the jobs of the store, a few at a time, when they are due. */
export class Worker {
  readonly #store: Store;
  readonly #handlers: Readonly<Record<string, JobHandler>>;
  readonly #kinds: readonly string[];
  readonly #log: FastifyBaseLogger;
  readonly #now: () => Date;
  readonly #lanes = new Set<Promise<void>>();
  readonly #lanesMax: number;
  readonly #lanesOfQueueMax: number;
  /** How many jobs of each queue run here. */
  readonly #running = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  /** Whether a job may have come due that no lane has looked for. */
  #missed = false;

  /** `wakes` says whether a commit that enqueued jobs may have enqueued some for this worker. */
  constructor(
    store: Store,
    handlers: Readonly<Record<string, JobHandler>>,
    lanesMax: number,
    log: FastifyBaseLogger,
    now: () => Date,
    { lanesOfQueueMax = Math.max(1, lanesMax - 2), wakes = (_news: CommitNotice): boolean => true } = {},
  ) {
    this.#store = store;
    this.#handlers = handlers;
    this.#kinds = Object.keys(handlers);
    this.#lanesMax = lanesMax;
    this.#lanesOfQueueMax = lanesOfQueueMax;
    this.#log = log;
    this.#now = now;
    store.onCommit((news) => {
      if (news.jobs && wakes(news)) this.wake();
    });
  }

  /** Looks for due jobs now. */
  wake(): void {
    if (this.#stopped) return;
    clearTimeout(this.#timer);
    if (this.#lanes.size === this.#lanesMax) this.#missed = true;
    else this.#openLane();
  }

  /** Resolves when no job is due. */
  async settle(): Promise<void> {
    this.wake();
    while (this.#lanes.size > 0) await Promise.all(this.#lanes);
  }

  /** Ends after the jobs under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await Promise.all(this.#lanes);
  }

  #openLane(): void {
    const lane = this.#drain()
      // The database is away; the timer looks again.
      .catch((error: unknown) => this.#log.error({ err: error }, 'the job queue cannot be read'))
      .finally(() => this.#closeLane(lane));
    this.#lanes.add(lane);
  }

  #closeLane(lane: Promise<void>): void {
    this.#lanes.delete(lane);
    if (this.#missed) {
      this.#missed = false;
      this.wake();
    } else if (this.#lanes.size === 0) {
      void this.#sleep();
    }
  }

  async #drain(): Promise<void> {
    for (let job = await this.#claim(); job !== undefined; job = await this.#claim()) {
      this.#count(job.queue, 1);
      // Where there is one there may be more: a lane that finds none closes at once.
      this.wake();
      await this.#run(job).finally(() => this.#count(job.queue, -1));
    }
  }

  async #claim(): Promise<Job | undefined> {
    // Most looks find nothing, and a look alone waits for no write.
    if ((await this.#msToNextJob()) > 0 || this.#stopped) return undefined;
    return this.#store.queue((tx) =>
      claimJob(
        tx,
        { kinds: this.#kinds, besides: this.#busyQueues() },
        { lease: randomUUID(), leasedUntil: this.#after(leaseMs) },
        this.#store.engine,
      ),
    );
  }

  /**
   * Those that have as many lanes as they may: by default all but two that are kept for others, of which one reads a
   * package and one does all else.
   */
  #busyQueues(): string[] {
    return [...this.#running]
      .filter(([, running]) => running >= this.#lanesOfQueueMax)
      .map(([queue]) => queue);
  }

  #count(queue: string, change: 1 | -1): void {
    const running = (this.#running.get(queue) ?? 0) + change;
    if (running === 0) this.#running.delete(queue);
    else this.#running.set(queue, running);
  }

  async #run(job: Job): Promise<void> {
    const renewal = setInterval(() => {
      this.#store
        .queue((tx) => extendLease(tx, job, this.#after(leaseMs)))
        .catch((error: unknown) => {
          this.#log.warn({ err: error, job: job.kind }, 'a lease could not be renewed');
        });
    }, leaseRenewalMs);
    try {
      const outcome = await this.#handler(job.kind)(job);
      if (outcome === undefined) await this.#store.queue((tx) => completeJob(tx, job));
      else if (outcome !== 'completed') {
        const runAt = outcome.runAt.toISOString();
        // Of failures alone, so that one after many runs does not count as the last of as many.
        await this.#store.queue((tx) => postponeJob(tx, job, { runAt, error: null, attempts: 0 }));
      }
    } catch (error) {
      const { kind, subject, attempts } = job;
      if (!(error instanceof ServerAwayError))
        this.#log.error({ err: error, job: kind, subject, attempts }, 'a job failed');
      await this.#store.queue((tx) => postponeJob(tx, job, this.#retry(job, error)));
    } finally {
      clearInterval(renewal);
    }
  }

  /** A job that met unavailable storage or a full queue starts again soon, and the attempt does not count. */
  #retry({ attempts }: Job, error: unknown): Parameters<typeof postponeJob>[2] {
    if (isStorageAway(error) || error instanceof BusyError) {
      return { runAt: this.#after(awayMs), error: String(error), attempts: 0 };
    }
    const wait = Math.min(backoffMs.first * 2 ** (attempts - 1), backoffMs.most);
    return { runAt: this.#after(wait), error: String(error) };
  }

  #handler(kind: string): JobHandler {
    const handler = this.#handlers[kind];
    if (handler === undefined) throw new Error(`there is no handler for jobs of kind ${kind}`);
    return handler;
  }

  #after(ms: number): string {
    return new Date(this.#now().getTime() + ms).toISOString();
  }

  async #sleep(): Promise<void> {
    const wait = await this.#msToNextJob().catch((error: unknown) => {
      this.#log.error({ err: error }, 'the job queue cannot be read');
      return lookEveryMs;
    });
    if (this.#stopped || this.#lanes.size > 0) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.wake(), Math.max(0, Math.min(wait, lookEveryMs)));
    this.#timer.unref();
  }

  /** Negative when one has been due for so long, Infinity when there is none. */
  async #msToNextJob(): Promise<number> {
    const runAt = await findNextRunAt(this.#store.read, this.#kinds);
    return runAt === undefined ? Infinity : Date.parse(runAt) - this.#now().getTime();
  }
}
