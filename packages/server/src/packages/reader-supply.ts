import type { Priority } from './priority.ts';
import { type ReaderLaunch, ReaderProcess } from './reader-process.ts';

/** How long a process waits for its package, and after a task for the next about the same package. */
const idleMsMax = { fresh: 30_000, used: 5_000 };

/** A process for one task. It is ended afterwards, unless it is kept for the next task about the same package. */
export interface ReaderLoan extends Disposable {
  readonly reader: ReaderProcess;
  keep(sha256: string): void;
}

/**
 * The reader processes of a pool: one that was started ahead and has no package, and those that wait to be asked again
 * about the package they have.
 */
export class ReaderSupply {
  readonly #launch: Promise<ReaderLaunch>;
  #fresh: Promise<ReaderProcess> | undefined;
  /** By the digest of the package, the oldest first. */
  readonly #used = new Map<string, ReaderProcess>();
  readonly #usedMax: number;
  readonly #processes = new Set<ReaderProcess>();
  readonly #timers = new Map<ReaderProcess, NodeJS.Timeout>();
  #isClosed = false;

  constructor(launch: Promise<ReaderLaunch>, usedMax: number) {
    this.#launch = launch;
    this.#usedMax = usedMax;
  }

  /** A process without a package. The next one is started meanwhile. */
  async lend(): Promise<ReaderLoan> {
    const starting = this.#fresh;
    // Before the first pause, so that nobody else takes it.
    this.#fresh = undefined;
    const ahead = await starting?.catch(() => undefined);
    if (ahead !== undefined) this.#stopTimer(ahead);
    const reader = ahead?.isAlive ? ahead : await this.#start();
    this.startAhead();
    return this.#loanOf(reader);
  }

  /** The process that has this package, if one waits that may get the priority. */
  lendUsed(sha256: string, priority: Priority): ReaderLoan | undefined {
    const reader = this.#takeUsed(sha256);
    if (reader === undefined) return undefined;
    if (reader.isAlive && reader.mayBecome(priority)) return this.#loanOf(reader);
    this.#end(reader);
    return undefined;
  }

  /** Starts the process that the next one who takes one gets, unless it waits already. */
  startAhead(): void {
    if (this.#isClosed || this.#fresh !== undefined) return;
    const starting = this.#start();
    this.#fresh = starting;
    // If it fails, the task that takes it starts another one, and gets the error if that fails too.
    void this.#endIfUnused(starting).catch(() => undefined);
  }

  close(): void {
    this.#isClosed = true;
    for (const reader of this.#processes) this.#end(reader);
  }

  #loanOf(reader: ReaderProcess): ReaderLoan {
    let isKept = false;
    return {
      reader,
      keep: (sha256) => {
        isKept = true;
        this.#keep(sha256, reader);
      },
      [Symbol.dispose]: () => {
        if (!isKept) this.#end(reader);
      },
    };
  }

  #keep(sha256: string, reader: ReaderProcess): void {
    if (this.#isClosed) return this.#end(reader);
    const [oldest] = this.#used.size < this.#usedMax ? [] : this.#used.keys();
    for (const replaced of [sha256, oldest]) {
      const other = replaced === undefined ? undefined : this.#takeUsed(replaced);
      if (other !== undefined) this.#end(other);
    }
    this.#used.set(sha256, reader);
    this.#endAfter(idleMsMax.used, reader, () => this.#used.delete(sha256));
  }

  #takeUsed(sha256: string): ReaderProcess | undefined {
    const reader = this.#used.get(sha256);
    if (reader === undefined) return undefined;
    this.#used.delete(sha256);
    this.#stopTimer(reader);
    return reader;
  }

  #end(reader: ReaderProcess): void {
    this.#stopTimer(reader);
    this.#processes.delete(reader);
    void reader.end();
  }

  async #endIfUnused(starting: Promise<ReaderProcess>): Promise<void> {
    const reader = await starting;
    if (this.#fresh !== starting) return;
    this.#endAfter(idleMsMax.fresh, reader, () => (this.#fresh = undefined));
  }

  async #start(): Promise<ReaderProcess> {
    const reader = await ReaderProcess.start(await this.#launch);
    this.#processes.add(reader);
    if (this.#isClosed) this.#end(reader);
    return reader;
  }

  #endAfter(ms: number, reader: ReaderProcess, forget: () => void): void {
    const end = (): void => {
      forget();
      this.#end(reader);
    };
    this.#timers.set(reader, setTimeout(end, ms).unref());
  }

  #stopTimer(reader: ReaderProcess): void {
    clearTimeout(this.#timers.get(reader));
    this.#timers.delete(reader);
  }
}
