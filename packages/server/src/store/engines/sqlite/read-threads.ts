import { availableParallelism } from 'node:os';
import { limits } from '@patchbay/contract';
import { ApiError } from '../../../errors.ts';
import { ReadTimeoutError } from '../../long-read.ts';
import { type ReadReply, ReadThread } from './read-thread.ts';

interface Bounds {
  /** Threads are started when they are needed, and kept. */
  threadsMax: number;
  /** Further reads are refused. */
  waitingMax: number;
  /** Of a read, from when its thread has started. */
  secondsMax: number;
}

interface Statement {
  path: string;
  text: string;
  parameters: readonly unknown[];
}

const threadsMax = Math.min(4, Math.max(2, availableParallelism() - 1));
const retrySeconds = '5';

/**
 * Long reads in threads of their own: SQLite pauses between rows only, and whatever it sorts or searches before the
 * first row would hold the thread that answers requests.
 */
export class ReadThreads {
  readonly #bounds: Bounds;
  readonly #threads = new Set<ReadThread>();
  readonly #idle: ReadThread[] = [];
  readonly #waiting: ((thread: ReadThread) => void)[] = [];
  #running = 0;

  constructor(bounds: Partial<Bounds> = {}) {
    this.#bounds = { threadsMax, waitingMax: 1_000, secondsMax: limits.readSecondsMax, ...bounds };
  }

  /** As of a pool of connections. */
  get usage(): { busy: number; idle: number; waiting: number } {
    return { busy: this.#running, idle: this.#idle.length, waiting: this.#waiting.length };
  }

  /**
   * All rows of a marked statement. Errors: ReadTimeoutError, `unavailable` if too many reads wait, and those of
   * SQLite.
   */
  async read(statement: Statement): Promise<unknown[]> {
    const thread = await this.#enter();
    const overdue = thread.isRunning.then(() =>
      setTimeout(() => thread.end(new ReadTimeoutError('list')), 1_000 * this.#bounds.secondsMax),
    );
    try {
      return await this.#readAll(thread, statement);
    } finally {
      clearTimeout(await overdue);
      this.#running -= 1;
      if (!thread.isEnding) this.#idle.push(thread);
      this.#admit();
    }
  }

  /** Closes the database at a path. */
  async close(path: string): Promise<void> {
    await Promise.allSettled([...this.#threads].map((thread) => thread.ask({ ask: 'close', path })));
  }

  async #readAll(thread: ReadThread, statement: Statement): Promise<unknown[]> {
    const rows: unknown[] = [];
    let reply = await thread.ask({ ask: 'begin', ...statement });
    for (;;) {
      const { rows: some, isLast } = rowsOf(reply);
      for (const row of some) rows.push(row);
      if (isLast) return rows;
      reply = await thread.ask({ ask: 'more' });
    }
  }

  #start(): ReadThread {
    const thread = new ReadThread(() => {
      this.#threads.delete(thread);
      const index = this.#idle.indexOf(thread);
      if (index !== -1) this.#idle.splice(index, 1);
      this.#admit();
    });
    this.#threads.add(thread);
    return thread;
  }

  /** Undefined if a read has to wait: a thread that ends late counts until it has ended. */
  #take(): ReadThread | undefined {
    const isFull = this.#threads.size >= this.#bounds.threadsMax;
    const thread = this.#idle.pop() ?? (isFull ? undefined : this.#start());
    if (thread === undefined) return undefined;
    this.#running += 1;
    return thread;
  }

  async #enter(): Promise<ReadThread> {
    const thread = this.#take();
    if (thread !== undefined) return thread;
    if (this.#waiting.length >= this.#bounds.waitingMax) {
      throw new ApiError('unavailable', 'Too many lists wait. Try again in a moment.', {
        headers: { 'retry-after': retrySeconds },
      });
    }
    return new Promise((enter) => this.#waiting.push(enter));
  }

  /** Lets in who waits, in their order. */
  #admit(): void {
    while (this.#waiting.length > 0) {
      const thread = this.#take();
      if (thread === undefined) return;
      this.#waiting.shift()?.(thread);
    }
  }
}

/** Throws what kept the thread from reading. */
const rowsOf = (reply: ReadReply) => {
  if (!('failed' in reply)) return reply;
  throw Object.assign(new Error(reply.failed), { errcode: reply.errcode });
};

/** Those of the process, for all its databases: its processors are the same for each. */
export const sharedReadThreads = new ReadThreads();
