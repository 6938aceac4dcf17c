import { Worker } from 'node:worker_threads';

const entry = new URL('serve-reads.ts', import.meta.url);
/** It holds the rows of one slice. */
const heapMegabytesMax = 128;

/** A thread that reads. */
export class ReadThread {
  readonly #worker = new Worker(entry, {
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytesMax },
  });
  readonly #asked = new Map<number, PromiseWithResolvers<ReadReply>>();
  /** Resolves once the thread runs; a machine that is busy may take seconds to start it. */
  readonly isRunning = new Promise<void>((resolve) => {
    this.#worker.once('online', resolve).once('exit', () => resolve());
  });
  #number = 0;
  #isEnding = false;

  /** Calls back once the thread has ended, for whatever reason. */
  constructor(onEnd: () => void) {
    // It keeps the process alive only while somebody waits for it.
    this.#worker.unref();
    // In the next turn of the event loop: a port hands over messages as long as there are more, and a thread that was
    // asked again at once would have more.
    this.#worker.on('message', (reply: Numbered<ReadReply>) => setImmediate(() => this.#settle(reply)));
    this.#worker.on('error', (error) => this.end(error));
    this.#worker.once('exit', () => {
      this.end(new Error('a read thread ended'));
      onEnd();
    });
  }

  /** Whether it takes no further requests. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  ask(message: ReadRequest): Promise<ReadReply> {
    const reply = Promise.withResolvers<ReadReply>();
    this.#number += 1;
    this.#asked.set(this.#number, reply);
    this.#worker.ref();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    this.#worker.postMessage({ number: this.#number, message } satisfies Numbered<ReadRequest>);
    return reply.promise;
  }

  /** Fails what was asked. The thread itself ends once its present step is over. */
  end(reason: Error): void {
    if (!this.#isEnding) void this.#worker.terminate();
    this.#isEnding = true;
    for (const [number, reply] of this.#asked) {
      reply.reject(reason);
      this.#forget(number);
    }
  }

  #settle({ number, message }: Numbered<ReadReply>): void {
    this.#asked.get(number)?.resolve(message);
    this.#forget(number);
  }

  #forget(number: number): void {
    this.#asked.delete(number);
    if (this.#asked.size === 0) this.#worker.unref();
  }
}

/** What a read thread is asked. It reads one statement at a time, from its beginning to its last row. */
export type ReadRequest =
  | {
      ask: 'begin';
      path: string;
      text: string;
      parameters: readonly unknown[];
      processorMsMax: number;
    }
  | { ask: 'more' }
  | { ask: 'close'; path: string };

/** What it replies: some rows, which are not the last ones if its slice was over, or why there are none. */
export type ReadReply =
  | { rows: readonly unknown[]; isLast: boolean }
  | { failed: 'overdue' }
  | { failed: 'error'; message: string; errcode: number | undefined };

/** By the number of the request. */
export interface Numbered<Message> {
  number: number;
  message: Message;
}
