import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { LowerOrder, ProcessEnd, StartOrder, StarterNews } from './starter-messages.ts';
import { systemPath } from './system-path.ts';

export interface StartedProcess {
  readonly pid: number | undefined;
  readonly stdin?: Socket;
  readonly stdout?: Socket;
  /** Resolves once its output has been read. */
  readonly ended: Promise<ProcessEnd>;
}

type Listener = (news: StarterNews, handle: Socket | undefined) => void;

const entry = fileURLToPath(new URL('./start-processes.ts', import.meta.url));
const lost: ProcessEnd = { code: null, signal: 'SIGKILL', complaint: 'what started it has ended' };

/**
 * Starts processes through a small one. The system copies the tables of its memory for each process that it starts, and
 * its thread waits: tens of milliseconds in a server.
 */
export class ProcessStarter {
  #starter: ChildProcess | undefined;
  readonly #listeners = new Map<number, Listener>();
  #count = 0;
  #isClosed = false;

  /** What it says before it gets any input may be lost. Rejects if the program cannot be started. */
  start(command: StartOrder['command'], slot: string): Promise<StartedProcess> {
    const streams: { stdin?: Socket; stdout?: Socket } = {};
    const { promise: ended, resolve: end } = Promise.withResolvers<ProcessEnd>();
    return new Promise((resolve, reject) => {
      this.#send({ command, slot }, (news, handle) => {
        if ('stream' in news) {
          // The end of the process says all there is to say.
          if (handle !== undefined) streams[news.stream] = handle.on('error', () => undefined);
        } else if ('pid' in news) resolve({ ...streams, pid: news.pid, ended });
        else {
          if ('error' in news) {
            reject(new Error(news.error));
            streams.stdout?.destroy();
          }
          streams.stdin?.destroy();
          whenClosed(streams.stdout, () => end('end' in news ? news.end : lost));
        }
      });
    });
  }

  /** Takes from a process, and from all that it started, the share that the priority does not have. */
  lower(pid: number, priority: LowerOrder['priority']): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#send({ pid, priority }, (news) => {
        if ('error' in news) reject(new Error(news.error));
        else resolve();
      });
    });
  }

  /** Nothing can be started any more, and what was has no parent. */
  close(): void {
    this.#isClosed = true;
    this.#starter?.stdin?.destroy();
  }

  #send(order: StartOrder | LowerOrder, listener: Listener): void {
    const id = (this.#count += 1);
    this.#listeners.set(id, listener);
    if (this.#isClosed) return this.#tell({ id, error: 'nothing is started any more' });
    const starter = (this.#starter ??= this.#begin());
    starter.channel?.ref();
    starter.send({ id, ...order }, (error) => {
      if (error !== null) this.#tell({ id, error: error.message });
    });
  }

  #begin(): ChildProcess {
    const starter = fork(entry, {
      env: { PATH: systemPath },
      execArgv: [],
      // Its input closes when this process ends.
      stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
    });
    starter.unref();
    const lose = (): void => {
      if (this.#starter === starter) this.#starter = undefined;
      for (const id of this.#listeners.keys()) this.#tell({ id, error: lost.complaint });
    };
    return starter
      .on('message', (news: StarterNews, handle) => this.#tell(news, handle as Socket | undefined))
      .once('error', lose)
      .once('exit', lose);
  }

  #tell(news: StarterNews, handle?: Socket): void {
    this.#listeners.get(news.id)?.(news, handle);
    if ('stream' in news || 'pid' in news) return;
    this.#listeners.delete(news.id);
    if (this.#listeners.size === 0) this.#starter?.channel?.unref();
  }
}

const whenClosed = (stream: Socket | undefined, done: () => void): void => {
  if (stream === undefined || stream.closed) done();
  else stream.once('close', done);
};
