import { type ChildProcess, spawn } from 'node:child_process';
import type { Allowance } from './allowance.ts';
import { PackageSlot } from './package-slot.ts';
import type { Priority } from './priority.ts';
import { processorMsOf } from './processor-time.ts';
import { type RawReply, ReplyReader } from './reply-reader.ts';
import { type Sandbox, systemPath } from './sandbox.ts';
import type { TaskRequest } from './task.ts';
import { ReaderLostError, TooHeavyError } from './package-reader.ts';

const complaintLengthMax = 2_000;
/** Between two looks at the processor time. */
const lookMsMin = 100;
/** In util-linux 2.38, `unshare` fails to pass on the signal that ended its child. */
const hidesSignal = /^unshare: sigprocmask/m;

export interface ReaderLaunch {
  sandbox: Sandbox;
  /** The module that the process runs. */
  entry: string;
  /** Where the copy of its package lies, without a name. */
  folder: string;
  priority: Priority;
}

/**
 * A process that reads one package and is then ended, so that nothing a package does to it reaches another. Its
 * input is hostile: it is started with no right but to read its code and the one open file, and its replies are
 * only known to have the form of one.
 */
export class ReaderProcess {
  readonly #child: ChildProcess;
  readonly #slot: PackageSlot;
  #complaint = '';
  #hasEnded = false;
  #isKilled = false;
  #onReply: ((chunk: Buffer) => void) | undefined;

  static async start(launch: ReaderLaunch): Promise<ReaderProcess> {
    return new ReaderProcess(launch, await PackageSlot.open(launch.folder));
  }

  private constructor({ sandbox, entry, priority }: ReaderLaunch, slot: PackageSlot) {
    const [program, ...args] = sandbox.command(entry, priority);
    this.#slot = slot;
    this.#child = spawn(program, args, {
      cwd: '/',
      env: { PATH: systemPath },
      stdio: ['pipe', 'pipe', 'pipe', slot.descriptor],
      // Its own group, so that the signals of a terminal do not reach it and all of it can be killed at once.
      detached: true,
    });
    const { stdin, stdout, stderr } = this.#child;
    // The end of the process says all there is to say.
    stdin?.on('error', () => undefined);
    stderr?.on('data', (chunk: Buffer) => {
      this.#complaint = (this.#complaint + chunk.toString()).slice(-complaintLengthMax);
    });
    stdout?.on('data', (chunk: Buffer) => {
      // Nobody asked.
      if (this.#onReply === undefined) this.kill();
      else this.#onReply(chunk);
    });
    this.#child.on('error', () => (this.#hasEnded = true));
    this.#child.once('exit', () => (this.#hasEnded = true));
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get isAlive(): boolean {
    return !this.#hasEnded && this.pid !== undefined;
  }

  /** Gives it its package, once. Resolves to the SHA-256 of what it will read; fails as the disk does. */
  async give(path: string): Promise<string> {
    await using slot = this.#slot;
    return await slot.fill(path);
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
    }
  }

  /** Kills it, even in the middle of a task, and gives up its copy of the package. */
  async end(): Promise<void> {
    this.kill();
    await this.#slot[Symbol.asyncDispose]();
  }

  /** Kills it, even in the middle of a task. */
  kill(): void {
    this.#isKilled = true;
    if (this.#hasEnded || this.pid === undefined) return;
    try {
      process.kill(-this.pid, 'SIGKILL');
    } catch {
      // It has just ended by itself.
    }
  }

  /** Kills it once it has taken what it may. Other work on the machine takes nothing of that. */
  #watch({ processorMs, wallMs }: Allowance): () => void {
    const begun = performance.now();
    const before = this.#processorMs();
    const look = (): void => {
      const processorMsLeft = processorMs - (this.#processorMs() - before);
      const msLeft = Math.min(processorMsLeft, begun + wallMs - performance.now());
      if (msLeft > 0) timer = setTimeout(look, Math.max(lookMsMin, msLeft));
      else this.kill();
    };
    let timer = setTimeout(look, Math.min(processorMs, wallMs));
    return () => clearTimeout(timer);
  }

  /** Where the system does not tell, the time on the clock. */
  #processorMs(): number {
    return (this.pid === undefined ? undefined : processorMsOf(this.pid)) ?? performance.now();
  }

  #ask(request: TaskRequest): Promise<RawReply> {
    const child = this.#child;
    const reader = new ReplyReader();
    return new Promise((resolve, reject) => {
      const onExit = (code: number | null, signal: string | null): void => {
        const cause = new Error(`the process ended with ${signal ?? code}: ${this.#complaint}`);
        if (signal === null && !hidesSignal.test(this.#complaint)) reject(cause);
        else reject(this.#isKilled ? new TooHeavyError('a package was too heavy', { cause }) : lost(cause));
      };
      if (!this.isAlive) onExit(child.exitCode, child.signalCode);
      // Not its exit: what it complained of may come later.
      child.once('close', onExit).once('error', reject);
      this.#onReply = (chunk) => {
        try {
          const reply = reader.take(chunk);
          if (reply === undefined) return;
          child.off('close', onExit).off('error', reject);
          resolve(reply);
        } catch (error) {
          reject(error);
          this.kill();
        }
      };
      child.stdin?.write(`${JSON.stringify(request)}\n`);
    });
  }
}

const lost = (cause: Error): ReaderLostError => new ReaderLostError('a reader process was lost', { cause });
