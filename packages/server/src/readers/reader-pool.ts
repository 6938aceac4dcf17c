import { availableParallelism } from 'node:os';
import type { Extraction, Inspection, Objection, PublishedMetadata, Verdict } from '@patchbay/inspect';
import { type PackageReader, ReaderLostError, TooHeavyError } from './package-reader.ts';
import type { Priority } from './priority.ts';
import { ReaderProcess } from './reader-process.ts';
import type { TaskRequest } from './task.ts';

/** The longest time for one task. Beyond it the process is killed. */
const taskMsMax = { spare: 10_000, low: 60_000 };
/** After the idle class turned out to be starved, it is not used for this long. */
const takenMs = 60_000;
const idleMsMax = 30_000;

/**
 * A pool of reader processes, so that a heavy package delays no request. Tasks run on idle processors first and, if
 * those do not suffice, at a low priority. A task that takes too long fails alone, with a TooHeavyError; so does one
 * that loses its process twice, since the first time it may have been killed for another reason.
 */
export class ReaderPool implements PackageReader {
  readonly processesMax: number;
  readonly #msMax: Readonly<Record<Priority, number>>;
  #running = 0;
  #killed = 0;
  #takenUntil = 0;
  #isClosed = false;
  readonly #waiting: Readonly<Record<Priority, (() => void)[]>> = { low: [], spare: [] };
  readonly #processes = new Set<ReaderProcess>();
  readonly #idle = new Map<ReaderProcess, NodeJS.Timeout>();

  /** With `workers` of the same server on this machine, they share the cores. */
  constructor(workers = 1, msMax: Readonly<Record<Priority, number>> = taskMsMax) {
    this.#msMax = msMax;
    this.processesMax = Math.max(1, Math.floor((availableParallelism() - 1) / workers));
  }

  get load() {
    const { low, spare } = this.#waiting;
    return { busy: this.#running, waiting: low.length + spare.length, killed: this.#killed };
  }

  /** A publisher waits for it: it precedes other tasks and does not wait for an idle processor. */
  inspect(inspection: Inspection): Promise<Objection> {
    return this.#run({ name: 'inspect', data: inspection }, 'low');
  }

  check(path: string, sha256: string, published?: PublishedMetadata): Promise<Verdict | undefined> {
    return this.#run({ name: 'check', data: { path, sha256, published } }, 'spare');
  }

  extract(path: string): Promise<Extraction> {
    return this.#run({ name: 'extract', data: { path } }, 'spare');
  }

  /** Ends the processes. Running tasks fail. */
  close(): void {
    this.#isClosed = true;
    for (const timer of this.#idle.values()) clearTimeout(timer);
    for (const process of this.#processes) process.kill();
  }

  async #run<Result>(request: TaskRequest, priority: Priority): Promise<Result> {
    await this.#begin(priority);
    const first = performance.now() < this.#takenUntil ? 'low' : priority;
    try {
      return (await this.#attempt(first, request)) as Result;
    } catch (error) {
      const isLost = error instanceof ReaderLostError;
      const isStarved = first === 'spare' && error instanceof TooHeavyError && !isLost;
      if (!(isLost || isStarved) || this.#isClosed) throw error;
      if (isStarved) this.#takenUntil = performance.now() + takenMs;
      return (await this.#attempt('low', request)) as Result;
    } finally {
      this.#end();
    }
  }

  async #attempt(priority: Priority, request: TaskRequest): Promise<unknown> {
    const process = this.#takeProcess(priority);
    try {
      return await process.run(request, this.#msMax[priority]);
    } catch (error) {
      if (error instanceof TooHeavyError && !this.#isClosed) this.#killed += 1;
      throw error;
    } finally {
      this.#giveBack(process);
    }
  }

  #takeProcess(wanted: Priority): ReaderProcess {
    const idle = [...this.#idle.keys()].find(({ isAlive, priority }) => isAlive && priority === wanted);
    const process = idle ?? new ReaderProcess(wanted);
    clearTimeout(this.#idle.get(process));
    this.#idle.delete(process);
    this.#processes.add(process);
    return process;
  }

  #giveBack(process: ReaderProcess): void {
    const end = (): void => {
      this.#idle.delete(process);
      this.#processes.delete(process);
      process.kill();
    };
    if (process.isAlive) this.#idle.set(process, setTimeout(end, idleMsMax));
    else end();
  }

  /** Tasks wait here, so that their time starts when they do. */
  async #begin(priority: Priority): Promise<void> {
    if (this.#running < this.processesMax) this.#running += 1;
    else await new Promise<void>((resolve) => this.#waiting[priority].push(resolve));
  }

  /** Passes the slot to the more important tasks, and among those to the one that has waited longest. */
  #end(): void {
    const next = this.#waiting.low.shift() ?? this.#waiting.spare.shift();
    if (next === undefined) this.#running -= 1;
    else next();
  }
}
