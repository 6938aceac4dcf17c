import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import type { Verdict } from '../checks/verdict.ts';
import type { Extraction } from '../extract/extraction.ts';
import type { Inspection, Objection } from './tasks.ts';
import { withCode } from './with-code.ts';

/** The longest one task may take: beyond it the thread is ended, whatever it was caught in. */
const taskMsMax = 60_000;
const threadIdleMs = 30_000;
const threadMemoryMiB = 512;

/** The task took too long or too much memory, and its thread was ended. */
export class TooHeavyError extends Error {}

const isTooHeavy = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'));

/**
 * Threads in which packages are read, so that a heavy one delays no request. A task that takes too long or breaks
 * its thread fails alone, with a TooHeavyError.
 */
export class Workshop {
  readonly threads = Math.max(1, availableParallelism() - 1);
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #pool = new Piscina({
    filename: new URL('./tasks.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: this.threads,
    idleTimeout: threadIdleMs,
    resourceLimits: { maxOldGenerationSizeMb: threadMemoryMiB },
  });

  inspect(inspection: Inspection): Promise<Objection> {
    return this.#run('inspect', inspection);
  }

  check(path: string): Promise<Verdict> {
    return this.#run('check', { path });
  }

  extract(path: string): Promise<Extraction> {
    return this.#run('extract', { path });
  }

  /** Ends the threads; a task under way fails. */
  async close(): Promise<void> {
    await this.#pool.destroy();
  }

  async #run<Result>(name: string, data: object): Promise<Result> {
    await this.#begin();
    try {
      return (await this.#pool.run(data, { name, signal: AbortSignal.timeout(taskMsMax) })) as Result;
    } catch (error) {
      throw isTooHeavy(error)
        ? new TooHeavyError('a package was too heavy', { cause: error })
        : withCode(error);
    } finally {
      this.#end();
    }
  }

  /** Tasks wait here and not in the pool, so that their time counts from when they begin. */
  async #begin(): Promise<void> {
    if (this.#running < this.threads) this.#running += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Hands the thread to whoever waits longest. */
  #end(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running -= 1;
    else next();
  }
}
