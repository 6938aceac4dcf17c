import { availableParallelism } from 'node:os';
import { ApiError } from '../../../errors.ts';
import { type LongReadKind, longReadKind, readSecondsMax, ReadTimeoutError } from '../../long-read.ts';
import { type ReadReply, ReadThread } from './read-thread.ts';

interface Bounds {
  /** Threads are started when they are needed, and kept. */
  threadsMax: number;
  /** How many of them may search at a time, so that no list waits for searches. */
  searchesMax: number;
  /** Further reads are refused. */
  waitingMax: number;
  /** Of a search, in processor time. */
  secondsMax: Readonly<Record<LongReadKind, number>>;
}

interface Waiting {
  kind: LongReadKind;
  enter: (thread: ReadThread) => void;
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
  readonly #waiting: Waiting[] = [];
  #running = 0;
  #searching = 0;

  constructor(bounds: Partial<Bounds> = {}) {
    this.#bounds = {
      threadsMax,
      searchesMax: Math.floor(threadsMax / 2),
      waitingMax: 1_000,
      secondsMax: readSecondsMax,
      ...bounds,
    };
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
    const kind = longReadKind(statement.text) ?? 'scan';
    const thread = await this.#enter(kind);
    // Only what does not pause by itself, a sort for example, is still running by then.
    const overdue = thread.isRunning.then(() =>
      setTimeout(() => thread.end(new ReadTimeoutError(kind)), 1_000 * this.#bounds.secondsMax.long),
    );
    try {
      return await this.#readAll(thread, kind, statement);
    } finally {
      clearTimeout(await overdue);
      this.#running -= 1;
      if (kind === 'search') this.#searching -= 1;
      if (!thread.isEnding) this.#idle.push(thread);
      this.#admit();
    }
  }

  /** Closes the database at a path. */
  async close(path: string): Promise<void> {
    await Promise.allSettled([...this.#threads].map((thread) => thread.ask({ ask: 'close', path })));
  }

  async #readAll(thread: ReadThread, kind: LongReadKind, statement: Statement): Promise<unknown[]> {
    const rows: unknown[] = [];
    const processorMsMax = 1_000 * this.#bounds.secondsMax[kind];
    let reply = await thread.ask({ ask: 'begin', ...statement, processorMsMax });
    for (;;) {
      const { rows: some, isLast } = rowsOf(reply, kind);
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

  /** A thread for a read of this kind. Undefined if it has to wait: one that ends late counts until it has ended. */
  #take(kind: LongReadKind): ReadThread | undefined {
    if (kind === 'search' && this.#searching >= this.#bounds.searchesMax) return undefined;
    const isFull = this.#threads.size >= this.#bounds.threadsMax;
    const thread = this.#idle.pop() ?? (isFull ? undefined : this.#start());
    if (thread === undefined) return undefined;
    this.#running += 1;
    if (kind === 'search') this.#searching += 1;
    return thread;
  }

  async #enter(kind: LongReadKind): Promise<ReadThread> {
    const thread = this.#take(kind);
    if (thread !== undefined) return thread;
    if (this.#waiting.length >= this.#bounds.waitingMax) {
      throw new ApiError('unavailable', 'Too many lists and searches wait. Try again in a moment.', {
        headers: { 'retry-after': retrySeconds },
      });
    }
    return new Promise((enter) => this.#waiting.push({ kind, enter }));
  }

  /** Lets in who waits, in their order, except that lists pass searches that must wait for a search to end. */
  #admit(): void {
    for (let index = 0; index < this.#waiting.length;) {
      const waiting = this.#waiting[index];
      const thread = waiting && this.#take(waiting.kind);
      if (thread === undefined) {
        index += 1;
      } else {
        this.#waiting.splice(index, 1);
        waiting?.enter(thread);
      }
    }
  }
}

/** Throws what kept the thread from reading. */
const rowsOf = (reply: ReadReply, kind: LongReadKind) => {
  if (!('failed' in reply)) return reply;
  if (reply.failed === 'overdue') throw new ReadTimeoutError(kind);
  throw Object.assign(new Error(reply.message), { errcode: reply.errcode });
};

/** Those of the process, for all its databases: its processors are the same for each. */
export const sharedReadThreads = new ReadThreads();
