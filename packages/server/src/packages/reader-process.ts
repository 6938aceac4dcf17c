import type { Allowance } from './allowance.ts';
import { PackageSlot } from './package-slot.ts';
import { type Priority, mayBecome } from './priority.ts';
import type { ProcessStarter, StartedProcess } from './process-starter.ts';
import { processorMsOf } from './processor-time.ts';
import { type RawReply, ReplyReader } from './reply-reader.ts';
import type { Sandbox } from './sandbox.ts';
import type { ProcessEnd } from './starter-messages.ts';
import type { TaskRequest } from './task.ts';
import { ReaderLostError, TooHeavyError } from './package-reader.ts';

/** Between two looks at the processor time. */
const lookMsMin = 100;
/** In util-linux 2.38, `unshare` fails to pass on the signal that ended its child. */
const hidesSignal = /^unshare: sigprocmask/m;

export interface ReaderLaunch {
  starter: ProcessStarter;
  sandbox: Sandbox;
  /** The module that the process runs. */
  entry: string;
  /** Where the copy of its package lies, without a name. */
  folder: string;
}

/**
 * A process that reads one package and is then ended, so that nothing a package does to it reaches another. Its
 * input is hostile: it is started with no right but to read its code and the one open file, and its replies are
 * only known to have the form of one.
 */
export class ReaderProcess {
  readonly #starter: ProcessStarter;
  readonly #process: StartedProcess;
  readonly #slot: PackageSlot;
  #priority: Priority = 'equal';
  #hasEnded = false;
  #isKilled = false;
  #onReply: ((chunk: Buffer) => void) | undefined;
  #onKill: (() => void) | undefined;

  static async start({ starter, sandbox, entry, folder }: ReaderLaunch): Promise<ReaderProcess> {
    const start = (path: string) => starter.start(sandbox.command(entry), path);
    return new ReaderProcess(starter, ...(await PackageSlot.open(folder, start)));
  }

  private constructor(starter: ProcessStarter, slot: PackageSlot, started: StartedProcess) {
    this.#starter = starter;
    this.#process = started;
    this.#slot = slot;
    started.stdout?.on('data', (chunk: Buffer) => {
      // Nobody asked.
      if (this.#onReply === undefined) this.kill();
      else this.#onReply(chunk);
    });
    void started.ended.then(() => (this.#hasEnded = true));
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  get isAlive(): boolean {
    return !this.#hasEnded && !this.#isKilled && this.pid !== undefined;
  }

  /** Gives it its package, once. Resolves to the SHA-256 of what it will read; fails as the disk does. */
  async give(path: string): Promise<string> {
    await using slot = this.#slot;
    return await slot.fill(path);
  }

  mayBecome(priority: Priority): boolean {
    return mayBecome(this.#priority, priority);
  }

  /**
   * Takes from its share of the processors what the priority does not have, as soon as it has started: its start is our
   * own code and takes longer than most tasks, and with less it would take seconds on a busy machine. Throws what `run`
   * throws.
   */
  async lower(priority: Priority, allowance: Allowance): Promise<void> {
    if (priority === this.#priority || priority === 'equal') return;
    await this.run({ name: 'start', data: {} }, allowance);
    this.#priority = priority;
    // If it has ended, its next task says so.
    if (this.pid !== undefined) await this.#starter.lower(this.pid, priority).catch(() => undefined);
  }

  /**
   * Resolves to its reply. Throws a TooHeavyError if it takes more than it is allowed, a ReaderLostError if it is
   * killed otherwise, and a BadReplyError if what comes is no reply; after all three it is ended.
   */
  async run(request: TaskRequest, allowance: Allowance): Promise<RawReply> {
    const stopWatching = this.#watch(allowance);
    try {
      return await this.#ask(request);
    } finally {
      stopWatching();
      this.#onReply = undefined;
      this.#onKill = undefined;
    }
  }

  /** Kills it, even in the middle of a task, and gives up its copy of the package. */
  async end(): Promise<void> {
    this.kill();
    await this.#slot[Symbol.asyncDispose]();
  }

  /** Kills it, even in the middle of a task, which fails at once: in the idle class, a process may take long to end. */
  kill(): void {
    this.#isKilled = true;
    this.#onKill?.();
    if (this.#hasEnded || this.pid === undefined) return;
    try {
      process.kill(-this.pid, 'SIGKILL');
    } catch {
      // It has just ended by itself.
    }
  }

  /** Kills it once it has taken what it may. Other work on the machine takes nothing of that. */
  #watch({ processorMs, waitMs }: Allowance): () => void {
    const begun = performance.now();
    const before = this.#processorMs();
    const look = (): void => {
      const processorMsTaken = this.#processorMs() - before;
      const msWaited = performance.now() - begun - processorMsTaken;
      const msLeft = Math.min(processorMs - processorMsTaken, waitMs - msWaited);
      if (msLeft > 0) timer = setTimeout(look, Math.max(lookMsMin, msLeft));
      else this.kill();
    };
    let timer = setTimeout(look, Math.min(processorMs, waitMs));
    return () => clearTimeout(timer);
  }

  /** Where the system does not tell, the time on the clock. */
  #processorMs(): number {
    return (this.pid === undefined ? undefined : processorMsOf(this.pid)) ?? performance.now();
  }

  #ask(request: TaskRequest): Promise<RawReply> {
    const { stdin, ended } = this.#process;
    const reader = new ReplyReader();
    return new Promise((resolve, reject) => {
      this.#onKill = () => reject(new TooHeavyError('a package was too heavy'));
      if (this.#isKilled) this.#onKill();
      void ended.then((end) => reject(causeOf(end)));
      this.#onReply = (chunk) => {
        try {
          const reply = reader.take(chunk);
          if (reply !== undefined) resolve(reply);
        } catch (error) {
          reject(error);
          this.kill();
        }
      };
      stdin?.write(`${JSON.stringify(request)}\n`);
    });
  }
}

const causeOf = ({ code, signal, complaint }: ProcessEnd): Error => {
  const cause = new Error(`the process ended with ${signal ?? code}: ${complaint}`);
  const isKilled = signal !== null || hidesSignal.test(complaint);
  return isKilled ? new ReaderLostError('a reader process was lost', { cause }) : cause;
};
