import { availableParallelism } from 'node:os';
import type { Verdict } from '../checks/verdict.ts';
import type { Extraction } from '../extract/extraction.ts';
import type { Priority } from './priority.ts';
import { TaskProcess, type TaskRequest, TooHeavyError } from './task-process.ts';
import type { Inspection, Objection } from './tasks.ts';

/** The longest one task may take: beyond it the process is ended, whatever it was caught in. */
const taskMsMax = { spare: 20_000, low: 60_000 };
const idleMsMax = 30_000;

/**
 * Processes in which packages are read, so that a heavy one delays no request: on processors that nobody else wants,
 * and where that comes to too little, with a low priority among all others. A task that takes too long or breaks its
 * process fails alone, with a TooHeavyError.
 */
export class Workshop {
  readonly processesMax: number;
  readonly #msMax: Readonly<Record<Priority, number>>;
  #running = 0;
  #isClosed = false;
  /** Those for whom a publisher waits, and those for whom nobody does. */
  readonly #waiting = { urgent: [] as (() => void)[], other: [] as (() => void)[] };
  readonly #processes = new Set<TaskProcess>();
  readonly #idle = new Map<TaskProcess, NodeJS.Timeout>();

  /** With `workers` of the same server on this machine the cores are shared among them. */
  constructor(workers = 1, msMax: Readonly<Record<Priority, number>> = taskMsMax) {
    this.#msMax = msMax;
    this.processesMax = Math.max(1, Math.floor((availableParallelism() - 1) / workers));
  }

  inspect(inspection: Inspection): Promise<Objection> {
    return this.#run('inspect', inspection, 'urgent');
  }

  check(path: string, sha256: string): Promise<Verdict | undefined> {
    return this.#run('check', { path, sha256 });
  }

  extract(path: string): Promise<Extraction> {
    return this.#run('extract', { path });
  }

  /** Ends the processes; a task under way fails. */
  close(): void {
    this.#isClosed = true;
    for (const timer of this.#idle.values()) clearTimeout(timer);
    for (const process of this.#processes) process.kill();
  }

  async #run<Result>(name: string, data: object, urgency: 'urgent' | 'other' = 'other'): Promise<Result> {
    await this.#begin(urgency);
    try {
      const reply = await this.#attempt('spare', { name, data }).catch((error: unknown) => {
        if (!(error instanceof TooHeavyError) || this.#isClosed) throw error;
        return this.#attempt('low', { name, data });
      });
      return reply as Result;
    } finally {
      this.#end();
    }
  }

  async #attempt(priority: Priority, request: TaskRequest): Promise<unknown> {
    const process = this.#takeProcess(priority);
    try {
      return await process.run(request, this.#msMax[priority]);
    } finally {
      this.#giveBack(process);
    }
  }

  #takeProcess(wanted: Priority): TaskProcess {
    const idle = [...this.#idle.keys()].find(({ isAlive, priority }) => isAlive && priority === wanted);
    const process = idle ?? new TaskProcess(wanted);
    clearTimeout(this.#idle.get(process));
    this.#idle.delete(process);
    this.#processes.add(process);
    return process;
  }

  #giveBack(process: TaskProcess): void {
    const end = (): void => {
      this.#idle.delete(process);
      this.#processes.delete(process);
      process.kill();
    };
    if (process.isAlive) this.#idle.set(process, setTimeout(end, idleMsMax));
    else end();
  }

  /** Tasks wait here, so that their time counts from when they begin. */
  async #begin(urgency: 'urgent' | 'other'): Promise<void> {
    if (this.#running < this.processesMax) this.#running += 1;
    else await new Promise<void>((resolve) => this.#waiting[urgency].push(resolve));
  }

  /** Hands the place to whoever waits longest, publishers first. */
  #end(): void {
    const next = this.#waiting.urgent.shift() ?? this.#waiting.other.shift();
    if (next === undefined) this.#running -= 1;
    else next();
  }
}
