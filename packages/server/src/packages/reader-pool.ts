import { availableParallelism, tmpdir } from 'node:os';
import type { PackageReading } from '@patchbay/inspect';
import { BusyError } from '../limits/semaphore.ts';
import { memoryOf } from './process-tree.ts';
import { ReaderProcess } from './reader-process.ts';
import {
  type PackageReader,
  ReadFailedError,
  ReaderLostError,
  type ReadingRequest,
  TooHeavyError,
} from './reading.ts';
import { type Sandbox, findSandbox, readerEntry } from './sandbox.ts';

const packagesMax = 200;
const idleMsMax = 15_000;
const sweepMs = 1_000;
/** Of a process and all that it started: while it reads, and what it may keep when it has read. */
const memoryBytesMax = { busy: 2 ** 31, idle: 200 * 2 ** 20 };
const waitingMax = 128;
/** How many packages of its own account a process reads before those of others that came earlier. */
const inARowMax = 16;

interface PoolOptions {
  /** How many processes of the same server share the cores of this machine. */
  workers?: number;
  /** Where the copies of packages lie that are being read. */
  folder?: string;
  /** The module that reader processes run. */
  entry?: string;
  /** When an idle process is ended, and after how many packages any is. */
  idleMs?: number;
  packagesOfProcess?: number;
}

interface Waiting {
  account: string;
  isLow: boolean;
  begin: (reader: PooledReader) => void;
}

/** A process of the pool, started or starting, which reads packages of one account at one priority. */
interface PooledReader {
  readonly account: string;
  readonly isLow: boolean;
  readonly started: Promise<ReaderProcess>;
  process: ReaderProcess | undefined;
  isBusy: boolean;
  packages: number;
  inARow: number;
  idleSince: number;
}

/**
 * Reader processes that live long, each of one account: what a package does to its process can reach no package of
 * another account. Packages wait in the order of their arrival; those of a low priority leave one process to others. A
 * process ends after an error, after a number of packages, when it was idle for a while or has grown, and when another
 * account needs its place.
 */
export class ReaderPool implements PackageReader {
  readonly processesMax: number;
  readonly sandbox: Promise<Sandbox> = findSandbox();
  readonly isIsolated = this.sandbox.then(({ missing }) => missing === undefined);
  readonly #options: Required<Omit<PoolOptions, 'workers'>>;
  readonly #readers = new Set<PooledReader>();
  readonly #queue = new Set<Waiting>();
  #sweeping: NodeJS.Timeout | undefined;
  #killed = 0;
  #isClosed = false;

  constructor({
    workers = 1,
    folder = tmpdir(),
    entry = readerEntry,
    idleMs = idleMsMax,
    packagesOfProcess = packagesMax,
  }: PoolOptions = {}) {
    // At least two, so that one heavy package does not hold up all others.
    this.processesMax = Math.max(2, Math.floor(availableParallelism() / workers));
    this.#options = { folder, entry, idleMs, packagesOfProcess };
  }

  get load() {
    const busy = [...this.#readers].filter(({ isBusy }) => isBusy).length;
    return { busy, waiting: this.#queue.size, processes: this.#readers.size, killed: this.#killed };
  }

  async read(request: ReadingRequest): Promise<PackageReading | undefined> {
    try {
      return await this.#attempt(request);
    } catch (error) {
      // The first time, it may have been killed for another reason than this package.
      if (!(error instanceof ReaderLostError) || this.#isClosed) throw error;
      return this.#attempt(request);
    }
  }

  /** Ends the processes. Readings under way fail. */
  close(): void {
    this.#isClosed = true;
    for (const reader of this.#readers) this.#end(reader);
    this.#beginNext();
  }

  async #attempt({ account, budget, ...request }: ReadingRequest): Promise<PackageReading | undefined> {
    const reader = await this.#acquire(account, budget.isLow);
    try {
      reader.process = await reader.started;
      if (this.#isClosed) reader.process.end();
      reader.packages += 1;
      return await reader.process.read(request, budget);
    } catch (error) {
      if (error instanceof TooHeavyError && !this.#isClosed) this.#killed += 1;
      this.#end(reader);
      throw error;
    } finally {
      this.#release(reader);
    }
  }

  #acquire(account: string, isLow: boolean): Promise<PooledReader> {
    if (this.#queue.size >= waitingMax) throw new BusyError('Too many packages are being read');
    return new Promise((begin) => {
      this.#queue.add({ account, isLow, begin });
      this.#beginNext();
    });
  }

  #release(reader: PooledReader): void {
    reader.isBusy = false;
    reader.idleSince = performance.now();
    const isWornOut = reader.packages >= this.#options.packagesOfProcess || reader.process?.isAlive !== true;
    if (isWornOut) this.#end(reader);
    else if (reader.inARow < inARowMax) {
      const next = [...this.#queue].find((waiting) => isFor(reader, waiting));
      if (next !== undefined) this.#begin(next, reader);
    }
    this.#beginNext();
  }

  #beginNext(): void {
    for (const waiting of this.#queue) {
      const reader = this.#find(waiting);
      if (reader !== undefined) this.#begin(waiting, reader);
      // Those of a low priority do not hold up others.
      else if (!waiting.isLow) return;
    }
  }

  #begin(waiting: Waiting, reader: PooledReader): void {
    const isFirst = this.#queue.values().next().value === waiting;
    this.#queue.delete(waiting);
    reader.isBusy = true;
    reader.inARow = isFirst ? 0 : reader.inARow + 1;
    waiting.begin(reader);
  }

  /** An idle process of the account, or a new one where there is space or another account's is idle. */
  #find(waiting: Waiting): PooledReader | undefined {
    for (const reader of this.#readers) {
      const isGone = !reader.isBusy && reader.process?.isAlive === false;
      if (isGone) this.#end(reader);
    }
    const readers = [...this.#readers];
    const lowBusy = readers.filter(({ isLow, isBusy }) => isLow && isBusy).length;
    if (waiting.isLow && lowBusy >= this.processesMax - 1) return undefined;
    const idle = readers.filter(({ isBusy }) => !isBusy);
    const own = idle.find((reader) => isFor(reader, waiting));
    if (own !== undefined) return own;
    if (readers.length >= this.processesMax) {
      const [oldest] = idle.toSorted((one, other) => one.idleSince - other.idleSince);
      if (oldest === undefined) return undefined;
      this.#end(oldest);
    }
    return this.#start(waiting);
  }

  #start({ account, isLow }: Waiting): PooledReader {
    const { folder, entry } = this.#options;
    const reader: PooledReader = {
      account,
      isLow,
      started: this.sandbox.then((sandbox) => {
        if (this.#isClosed) throw new ReadFailedError('no package is read any more');
        return ReaderProcess.start(sandbox.command(entry, { isLow }), folder);
      }),
      process: undefined,
      isBusy: false,
      packages: 0,
      inARow: 0,
      idleSince: performance.now(),
    };
    this.#readers.add(reader);
    this.#sweeping ??= setInterval(() => void this.#sweep(), sweepMs).unref();
    return reader;
  }

  #end(reader: PooledReader): void {
    this.#readers.delete(reader);
    reader.process?.end();
    if (this.#readers.size > 0) return;
    clearInterval(this.#sweeping);
    this.#sweeping = undefined;
  }

  /** Ends those that were idle for long, and those with too much memory. */
  async #sweep(): Promise<void> {
    for (const reader of this.#readers) {
      const { process } = reader;
      // One that cannot be looked at is ended.
      const memory = process?.pid === undefined ? 0 : await memoryOf(process.pid).catch(() => Infinity);
      const { isBusy, idleSince } = reader;
      const isOver = (memory ?? 0) > memoryBytesMax[isBusy ? 'busy' : 'idle'];
      const isUnused = !isBusy && performance.now() - idleSince > this.#options.idleMs;
      if (isOver || isUnused) this.#end(reader);
    }
  }
}

const isFor = ({ account, isLow }: PooledReader, waiting: Waiting): boolean =>
  account === waiting.account && isLow === waiting.isLow;
