import { Worker, type WorkerOptions } from 'node:worker_threads';

/** By the number of the request. */
export interface Numbered<Message> {
  number: number;
  message: Message;
}

/** A thread that answers each request with one reply. */
export class AskedThread<Request, Reply> {
  readonly #worker: Worker;
  readonly #asked = new Map<number, PromiseWithResolvers<Reply>>();
  /** Resolves once the thread runs; a machine that is busy may take seconds to start it. */
  readonly isRunning: Promise<void>;
  #number = 0;
  #isEnding = false;

  /** Calls back once the thread has ended, for whatever reason. */
  constructor(entry: URL, options: WorkerOptions, onEnd: () => void) {
    this.#worker = new Worker(entry, options);
    this.isRunning = new Promise<void>((resolve) => {
      this.#worker.once('online', resolve).once('exit', () => resolve());
    });
    // It keeps the process alive only while somebody waits for it.
    this.#worker.unref();
    // In the next turn of the event loop: a port hands over messages as long as there are more, and a thread that was
    // asked again at once would have more.
    this.#worker.on('message', (reply: Numbered<Reply>) => setImmediate(() => this.#settle(reply)));
    this.#worker.on('error', (error) => this.end(error));
    this.#worker.once('exit', () => {
      this.end(new Error('a thread ended'));
      onEnd();
    });
  }

  /** Whether it takes no further requests. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  /** How many requests wait for their reply. */
  get waiting(): number {
    return this.#asked.size;
  }

  /** Rejects if the thread ends before it replies. */
  ask(message: Request): Promise<Reply> {
    if (this.#isEnding) return Promise.reject(new Error('a thread that has ended cannot be asked'));
    const reply = Promise.withResolvers<Reply>();
    this.#number += 1;
    this.#asked.set(this.#number, reply);
    this.#worker.ref();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    this.#worker.postMessage({ number: this.#number, message } satisfies Numbered<Request>);
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

  #settle({ number, message }: Numbered<Reply>): void {
    this.#asked.get(number)?.resolve(message);
    this.#forget(number);
  }

  #forget(number: number): void {
    this.#asked.delete(number);
    if (this.#asked.size === 0) this.#worker.unref();
  }
}
