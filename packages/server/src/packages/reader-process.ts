import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import type { PackageReading, Published } from '@patchbay/inspect';
import { privateModes } from '../private-files.ts';
import { processorMsOf, treeOf } from './process-tree.ts';
import type { ReaderRequest } from './protocol.ts';
import { type ReadingBudget, ReadFailedError, ReaderLostError, TooHeavyError } from './reading.ts';
import { type RawReply, ReplyReader } from './reply-reader.ts';
import { systemPath } from './sandbox.ts';
import { validateReply } from './validate-reply.ts';

/** Between two looks at the processor time. */
const lookMsMin = 100;
/** In util-linux 2.38, `unshare` fails to pass on the signal that ended its child. */
const hidesSignal = /^unshare: sigprocmask/m;
const complaintLengthMax = 2_000;
const chunkBytes = 256 * 1024;

/**
 * A process that reads packages, one after another. Its input is hostile: it is started with no right but to read its
 * code and one open file without a name, into which the server copies each package, and its replies are validated.
 * After any error it is ended.
 */
export class ReaderProcess {
  readonly #child: ChildProcess;
  readonly #slot: FileHandle;
  readonly #ended: Promise<Error>;
  #isAlive = true;
  /** It and its descendants after its first package, when all of its own run. */
  #tree: Promise<readonly number[] | undefined> | undefined;
  #onReply: ((chunk: Buffer) => void) | undefined;
  #onKill: (() => void) | undefined;

  /** Starts the command with a file in `folder` that loses its name at once. */
  static async start(command: readonly [string, ...string[]], folder: string): Promise<ReaderProcess> {
    const path = join(folder, randomUUID());
    const slot = await open(path, 'wx', privateModes.file);
    const descriptor = openSync(path, 'r');
    rmSync(path);
    try {
      const [program, ...args] = command;
      const child = spawn(program, args, {
        cwd: '/',
        env: { PATH: systemPath },
        stdio: ['pipe', 'pipe', 'pipe', descriptor],
        // Its own group, so that the signals of a terminal do not reach it and all of it can be killed at once.
        detached: true,
      });
      return new ReaderProcess(child, slot);
    } finally {
      closeSync(descriptor);
    }
  }

  private constructor(child: ChildProcess, slot: FileHandle) {
    this.#child = child;
    this.#slot = slot;
    // The end of the process says all there is to say.
    child.stdin?.on('error', () => undefined);
    child.stdout?.on('data', (chunk: Buffer) => {
      // Nobody asked.
      if (this.#onReply === undefined) this.end();
      else this.#onReply(chunk);
    });
    this.#ended = endOf(child).then(async (end) => {
      this.#isAlive = false;
      await slot.close();
      return end;
    });
    // An idle one keeps no command from ending.
    for (const stream of [child.stdin, child.stdout, child.stderr])
      if (stream instanceof Socket) stream.unref();
    child.unref();
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  /**
   * Reads the package at `path`. Resolves to undefined if that does not have this digest. Throws a TooHeavyError if it
   * takes more than the budget, a ReaderLostError if the process is killed otherwise, and a BadReplyError if what comes
   * is no reply; whatever is thrown, the process is ended.
   */
  async read(
    { path, sha256, published }: { path: string; sha256: string; published: Published },
    budget: ReadingBudget,
  ): Promise<PackageReading | undefined> {
    if (!this.#isAlive) throw new ReaderLostError('a reader process was lost before it read');
    const reply = new ReplyReader();
    try {
      if ((await this.#fill(path)) !== sha256) return undefined;
      const reading = validateReply(await this.#ask({ published }, reply, budget));
      this.#tree ??= this.#findTree();
      return reading;
    } catch (error) {
      if (error instanceof ReadFailedError) error.isSound = reply.isSound;
      this.end();
      throw error;
    }
  }

  /** Kills it, even in the middle of a reading, which fails at once. */
  end(): void {
    if (!this.#isAlive) return;
    this.#isAlive = false;
    this.#onKill?.();
    if (this.pid === undefined) return;
    try {
      process.kill(-this.pid, 'SIGKILL');
    } catch (error) {
      // It has just ended by itself.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }

  /** Copies the package into the open file. Resolves to the SHA-256 of what was copied, hexadecimal. */
  async #fill(path: string): Promise<string> {
    await using file = await open(path, 'r');
    await this.#slot.truncate();
    const hash = createHash('sha256');
    let position = 0;
    const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, Math.max(1, (await file.stat()).size)));
    for (;;) {
      const { bytesRead } = await file.read(buffer);
      if (bytesRead === 0) return hash.digest('hex');
      const chunk = buffer.subarray(0, bytesRead);
      hash.update(chunk);
      for (let written = 0; written < bytesRead;) {
        const { bytesWritten } = await this.#slot.write(chunk, written, bytesRead - written, position);
        written += bytesWritten;
        position += bytesWritten;
      }
    }
  }

  async #ask(request: ReaderRequest, reply: ReplyReader, budget: ReadingBudget): Promise<RawReply> {
    const { promise, resolve, reject } = Promise.withResolvers<RawReply>();
    this.#onKill = () => reject(new TooHeavyError('a package was too heavy'));
    void this.#ended.then(reject);
    const stopWatching = this.#watch(reply, budget);
    this.#onReply = (chunk) => {
      try {
        const whole = reply.take(chunk);
        if (whole !== undefined) resolve(whole);
      } catch (error) {
        reject(error);
      }
    };
    if (this.#isAlive) this.#child.stdin?.write(`${JSON.stringify(request)}\n`);
    else this.#onKill();
    try {
      return await promise;
    } finally {
      stopWatching();
      this.#onReply = undefined;
      this.#onKill = undefined;
    }
  }

  /** Ends it once it has taken what it may. Other work on the machine takes nothing of that. */
  #watch(reply: ReplyReader, { processorMs, soundMs, waitMs }: ReadingBudget): () => void {
    const begun = performance.now();
    const before = this.#processorMs(this.#tree ?? this.#findTree());
    let isOver = false;
    const look = async (): Promise<void> => {
      const processorMsTaken = (await this.#processorMs(this.#findTree())) - (await before);
      if (isOver) return;
      const msWaited = performance.now() - begun - processorMsTaken;
      const processorMsMax = reply.isSound ? processorMs : Math.max(soundMs, processorMs);
      const msLeft = Math.min(processorMsMax - processorMsTaken, waitMs - msWaited);
      if (msLeft <= 0) this.end();
      // Its package may be known to be sound meanwhile.
      else timer = later(Math.max(lookMsMin, Math.min(msLeft, processorMs)));
    };
    // One that cannot be looked at is ended.
    const later = (ms: number) => setTimeout(() => void look().catch(() => this.end()), ms);
    let timer = later(Math.min(processorMs, waitMs));
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }

  async #findTree(): Promise<readonly number[] | undefined> {
    return this.pid === undefined ? undefined : treeOf(this.pid);
  }

  /** Of these processes. Where the system does not tell, the time on the clock. */
  async #processorMs(found: Promise<readonly number[] | undefined>): Promise<number> {
    const tree = await found;
    return tree === undefined ? performance.now() : processorMsOf(tree);
  }
}

/** Why the process ended, once it has. */
const endOf = async (child: ChildProcess): Promise<Error> => {
  let complaint = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-complaintLengthMax);
  });
  try {
    // Not its exit, after which more of its complaint may come.
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    const cause = new Error(`the process ended with ${signal ?? code}: ${complaint}`);
    const isKilled = signal !== null || hidesSignal.test(complaint);
    return isKilled ? new ReaderLostError('a reader process was lost', { cause }) : cause;
  } catch (error) {
    return error as Error;
  }
};
