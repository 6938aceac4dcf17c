import type { Priority } from './priority.ts';
import { type ReaderLaunch, ReaderProcess } from './reader-process.ts';

/** How long a process waits for its package, and after a check for the extraction of the same package. */
const idleMsMax = { fresh: 30_000, used: 5_000 };

/**
 * The reader processes of a pool: for each priority, one that was started ahead and has no package, and those that
 * wait to be asked again about the package they have.
 */
export class ReaderSupply {
  readonly #launch: Promise<Omit<ReaderLaunch, 'priority'>>;
  readonly #fresh = new Map<Priority, Promise<ReaderProcess>>();
  /** By the digest of the package, the oldest first. */
  readonly #used = new Map<string, ReaderProcess>();
  readonly #usedMax: number;
  readonly #processes = new Set<ReaderProcess>();
  readonly #timers = new Map<ReaderProcess, NodeJS.Timeout>();
  #isClosed = false;

  constructor(launch: Promise<Omit<ReaderLaunch, 'priority'>>, usedMax: number) {
    this.#launch = launch;
    this.#usedMax = usedMax;
  }

  /** A process without a package. The next one is started meanwhile. */
  async take(priority: Priority): Promise<ReaderProcess> {
    const starting = this.#fresh.get(priority);
    // Before the first pause, so that nobody else takes it.
    this.#fresh.delete(priority);
    const ahead = await starting?.catch(() => undefined);
    if (ahead !== undefined) this.#stopTimer(ahead);
    const reader = ahead?.isAlive ? ahead : await this.#start(priority);
    this.startAhead(priority);
    return reader;
  }

  /** Starts the process that the next one who takes one gets, unless it waits already. */
  startAhead(priority: Priority): void {
    if (this.#isClosed || this.#fresh.has(priority)) return;
    const starting = this.#start(priority);
    this.#fresh.set(priority, starting);
    // If it fails, the task that takes it starts another one, and gets the error if that fails too.
    void this.#endIfUnused(priority, starting).catch(() => undefined);
  }

  /** The process that has this package, if one waits. */
  takeUsed(sha256: string): ReaderProcess | undefined {
    const reader = this.#used.get(sha256);
    if (reader === undefined) return undefined;
    this.#used.delete(sha256);
    this.#stopTimer(reader);
    return reader.isAlive ? reader : undefined;
  }

  /** Has the process wait to be asked again about the package that it has. */
  keep(sha256: string, reader: ReaderProcess): void {
    if (this.#isClosed) return this.end(reader);
    const [oldest] = this.#used.size < this.#usedMax ? [] : this.#used.keys();
    for (const replaced of [sha256, oldest]) {
      const other = replaced === undefined ? undefined : this.takeUsed(replaced);
      if (other !== undefined) this.end(other);
    }
    this.#used.set(sha256, reader);
    this.#endAfter(idleMsMax.used, reader, () => this.#used.delete(sha256));
  }

  end(reader: ReaderProcess): void {
    this.#stopTimer(reader);
    this.#processes.delete(reader);
    void reader.end();
  }

  close(): void {
    this.#isClosed = true;
    for (const reader of this.#processes) this.end(reader);
  }

  async #endIfUnused(priority: Priority, starting: Promise<ReaderProcess>): Promise<void> {
    const reader = await starting;
    if (this.#fresh.get(priority) !== starting) return;
    this.#endAfter(idleMsMax.fresh, reader, () => this.#fresh.delete(priority));
  }

  async #start(priority: Priority): Promise<ReaderProcess> {
    const reader = await ReaderProcess.start({ ...(await this.#launch), priority });
    this.#processes.add(reader);
    if (this.#isClosed) this.end(reader);
    return reader;
  }

  #endAfter(ms: number, reader: ReaderProcess, forget: () => void): void {
    const end = (): void => {
      forget();
      this.end(reader);
    };
    this.#timers.set(reader, setTimeout(end, ms).unref());
  }

  #stopTimer(reader: ReaderProcess): void {
    clearTimeout(this.#timers.get(reader));
    this.#timers.delete(reader);
  }
}
