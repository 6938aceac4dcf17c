import { availableParallelism, tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Objection, PackageContents, PublishedMetadata, Verdict } from '@patchbay/inspect';
import type { Allowance } from './allowance.ts';
import { FairLane, clientWaitMsMax } from '../fair-lane.ts';
import {
  type InspectionRequest,
  type PackageReader,
  ReaderLostError,
  TooHeavyError,
} from './package-reader.ts';
import type { Priority } from './priority.ts';
import { ProcessStarter } from './process-starter.ts';
import { readAppNodes, readFiles, readValue, readVerdict } from './believe-reply.ts';
import type { RawReply } from './reply-reader.ts';
import type { ReaderProcess } from './reader-process.ts';
import { type ReaderLoan, ReaderSupply } from './reader-supply.ts';
import { type Sandbox, findSandbox } from './sandbox.ts';
import type { TaskRequest } from './task.ts';

/**
 * For one task. Beyond it the process is killed. In the idle class that is soon where others leave it too little; at the
 * low priority a good package must not fail because the machine is busy.
 */
const taskAllowances = {
  equal: { processorMs: 5_000, waitMs: 55_000 },
  low: { processorMs: 60_000, waitMs: 540_000 },
  spare: { processorMs: 10_000, waitMs: 1_000 },
};
/** After the idle class turned out to be starved, it is not used for this long. */
const takenMs = 60_000;

interface PoolOptions {
  /** How many processes of the same server share the cores of this machine. */
  workers?: number;
  /** Where the copies of packages lie that are being read. */
  folder?: string;
  allowances?: Readonly<Record<Priority, Allowance>>;
  /** How long an inspection waits for its turn, in milliseconds. */
  inspectionWaitMs?: number;
  /** The module that reader processes run. */
  entry?: string;
}

/**
 * A pool of reader processes, one for each package, so that a heavy package delays no request and a hostile one meets
 * no other. Inspections first have the share of the server, and the other tasks what is idle; where that does not
 * suffice, they run at the low priority. A task that takes too long fails alone, with a TooHeavyError. So does one that
 * loses its process twice; the first time, the process may have been killed for another reason.
 */
export class ReaderPool implements PackageReader {
  readonly processesMax: number;
  readonly sandbox: Promise<Sandbox> = findSandbox();
  readonly #allowances: Readonly<Record<Priority, Allowance>>;
  #killed = 0;
  #takenUntil = 0;
  #isClosed = false;
  readonly #inspections: FairLane;
  readonly #others: FairLane;
  readonly #starter = new ProcessStarter();
  readonly #supply: ReaderSupply;

  constructor({
    workers = 1,
    folder = tmpdir(),
    allowances = taskAllowances,
    inspectionWaitMs = clientWaitMsMax,
    entry = fileURLToPath(new URL('./serve-readings.ts', import.meta.url)),
  }: PoolOptions = {}) {
    // At least two, so that one heavy package does not hold up all others.
    const slots = Math.max(2, Math.floor((availableParallelism() - 1) / workers));
    this.processesMax = slots;
    this.#allowances = allowances;
    this.#inspections = new FairLane({ slots, slotsPerKey: slots - 1, waitMsMax: inspectionWaitMs });
    this.#others = new FairLane({ slots, slotsPerKey: slots });
    const launch = this.sandbox.then((sandbox) => ({ starter: this.#starter, sandbox, entry, folder }));
    this.#supply = new ReaderSupply(launch, slots);
  }

  get load() {
    const [inspections, others] = [this.#inspections.load, this.#others.load];
    return {
      busy: inspections.busy + others.busy,
      waiting: inspections.waiting + others.waiting,
      killed: this.#killed,
    };
  }

  prepare(): void {
    this.#supply.startAhead();
  }

  /** A publisher waits for it: it has slots of its own, and the share of the server while it is quick. */
  inspect({ path, network, publisherId, ...data }: InspectionRequest): Promise<Objection> {
    const work = async (priority: Priority): Promise<Objection> => {
      using loan = await this.#supply.lend();
      const sha256 = await loan.reader.give(path);
      const reply = await this.#ask(loan.reader, priority, { name: 'inspect', data });
      const objection = readValue('inspect', reply) ?? undefined;
      if (objection === undefined) loan.keep(sha256);
      return objection;
    };
    return this.#inspections.run(publisherId, () => this.#attempt('equal', work), network);
  }

  check(path: string, sha256: string, published?: PublishedMetadata): Promise<Verdict | undefined> {
    return this.#onIdle(async (priority) => {
      using loan = await this.#lend(path, sha256, priority);
      if (loan === undefined) return undefined;
      const reply = await this.#ask(loan.reader, priority, { name: 'check', data: { published } });
      const verdict = readVerdict(reply);
      loan.keep(sha256);
      return verdict;
    });
  }

  extract(path: string, sha256: string): Promise<PackageContents | undefined> {
    return this.#onIdle(async (priority) => {
      using loan = await this.#lend(path, sha256, priority);
      if (loan === undefined) return undefined;
      const reply = await this.#ask(loan.reader, priority, { name: 'extract', data: {} });
      return { ...readValue('extract', reply), appNodes: readAppNodes(reply), files: readFiles(reply) };
    });
  }

  /** Ends the processes. Running tasks fail. */
  close(): void {
    this.#isClosed = true;
    this.#supply.close();
    this.#starter.close();
  }

  /** A process that has the package; undefined if the digest is of another one. */
  async #lend(path: string, sha256: string, priority: Priority): Promise<ReaderLoan | undefined> {
    const used = this.#supply.lendUsed(sha256, priority);
    if (used !== undefined) return used;
    using stack = new DisposableStack();
    const loan = stack.use(await this.#supply.lend());
    if ((await loan.reader.give(path)) !== sha256) return undefined;
    stack.move();
    return loan;
  }

  #onIdle<Result>(work: (priority: Priority) => Promise<Result>): Promise<Result> {
    return this.#others.run('', () =>
      this.#attempt(performance.now() < this.#takenUntil ? 'low' : 'spare', work),
    );
  }

  /** Tries again at the low priority if the first allowance did not suffice, and once more if it loses a process. */
  async #attempt<Result>(
    priority: Priority,
    work: (priority: Priority) => Promise<Result>,
    mayLose = true,
  ): Promise<Result> {
    try {
      return await work(priority);
    } catch (error) {
      const isLost = error instanceof ReaderLostError;
      const mayRepeat = isLost ? mayLose : priority !== 'low' && error instanceof TooHeavyError;
      if (!mayRepeat || this.#isClosed) throw error;
      if (!isLost && priority === 'spare') this.#takenUntil = performance.now() + takenMs;
      return this.#attempt('low', work, mayLose && !isLost);
    }
  }

  async #ask(reader: ReaderProcess, priority: Priority, request: TaskRequest): Promise<RawReply> {
    try {
      await reader.lower(priority, this.#allowances.low);
      return await reader.run(request, this.#allowances[priority]);
    } catch (error) {
      if (error instanceof TooHeavyError && !this.#isClosed) this.#killed += 1;
      throw error;
    }
  }
}
