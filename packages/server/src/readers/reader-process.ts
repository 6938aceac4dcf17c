import { type ChildProcess, fork } from 'node:child_process';
import { ReaderLostError, TooHeavyError } from './package-reader.ts';
import { type Priority, setProcessPriority } from './priority.ts';
import type { TaskReply, TaskRequest } from './task.ts';
import { withCode } from './with-code.ts';

const memoryMiBMax = 512;
const complaintLengthMax = 2_000;

/**
 * A process that reads packages, one after the other. Requests have priority over it, it has no secrets, and it can
 * neither write files nor start programs, because its input is hostile.
 */
export class ReaderProcess {
  readonly priority: Priority;
  readonly #child: ChildProcess;
  #complaint = '';
  #isKilled = false;

  constructor(priority: Priority) {
    this.priority = priority;
    this.#child = fork(new URL('./serve-tasks.ts', import.meta.url), {
      execArgv: [`--max-old-space-size=${memoryMiBMax}`, '--permission', '--allow-fs-read=*'],
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    if (this.#child.pid !== undefined) setProcessPriority(this.#child.pid, priority);
    this.#child.stderr?.on('data', (chunk: Buffer) => {
      this.#complaint = (this.#complaint + chunk.toString()).slice(-complaintLengthMax);
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get isAlive(): boolean {
    return this.#child.connected && this.#child.signalCode === null;
  }

  /**
   * Resolves to the result of the task. Throws what the task throws, a TooHeavyError if it takes longer than `msMax`, and
   * a ReaderLostError if the process is killed otherwise.
   */
  async run(request: TaskRequest, msMax: number): Promise<unknown> {
    const tooLong = setTimeout(() => this.kill(), msMax);
    try {
      const reply = await this.#ask(request);
      if ('error' in reply) throw withCode(reply.error);
      return reply.value;
    } finally {
      clearTimeout(tooLong);
    }
  }

  /** Kills it, even in the middle of a task. */
  kill(): void {
    this.#isKilled = true;
    this.#child.kill('SIGKILL');
  }

  #ask(request: TaskRequest): Promise<TaskReply> {
    const child = this.#child;
    return new Promise((resolve, reject) => {
      const onMessage = (reply: unknown): void => {
        child.off('exit', onExit).off('error', onError);
        resolve(reply as TaskReply);
      };
      const onExit = (code: number | null, signal: string | null): void => {
        child.off('message', onMessage);
        const cause = new Error(`the process ended with ${signal ?? code}: ${this.#complaint}`);
        if (signal === null) reject(cause);
        else reject(this.#isKilled ? new TooHeavyError('a package was too heavy', { cause }) : lost(cause));
      };
      const onError = (error: NodeJS.ErrnoException): void =>
        reject(codesOfKilled.has(error.code) ? lost(error) : error);
      child.once('message', onMessage).once('exit', onExit).once('error', onError);
      child.send(request);
    });
  }
}

/** The codes of a message to a process that was killed and has not been missed yet. */
const codesOfKilled: ReadonlySet<string | undefined> = new Set(['EPIPE', 'ERR_IPC_CHANNEL_CLOSED']);

const lost = (cause: Error): ReaderLostError =>
  new ReaderLostError('a process that reads was lost', { cause });
