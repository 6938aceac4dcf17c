/**
 * In milliseconds. Clients and proxies wait for half a minute, so a task that one of them waits for begins before that.
 */
export const clientWaitMsMax = 20_000;

/** The turn of a task did not come in time. */
export class TurnLateError extends Error {}

interface Queue {
  running: number;
  readonly waiting: Set<() => void>;
}

interface Bounds {
  slots: number;
  slotsPerKey: number;
  /** How long a task waits for its turn, in milliseconds; without it, as long as it takes. */
  waitMsMax?: number;
}

/**
 * Runs a limited number of tasks at once, and a limited number for each key. Waiting tasks take turns: the next one is
 * of the key whose last turn is longest ago. A new key counts as if it had just had a turn. The caller limits how many
 * wait.
 */
export class FairLane {
  readonly #slots: number;
  readonly #slotsPerKey: number;
  readonly #waitMsMax: number | undefined;
  #running = 0;
  #waiting = 0;
  /** By key, the one whose turn is longest ago first. */
  readonly #queues = new Map<string, Queue>();

  constructor({ slots, slotsPerKey, waitMsMax }: Bounds) {
    this.#slots = slots;
    this.#slotsPerKey = slotsPerKey;
    this.#waitMsMax = waitMsMax;
  }

  get load() {
    return { busy: this.#running, waiting: this.#waiting };
  }

  /** Runs the task when its turn has come, and returns what it returns. Throws a TurnLateError. */
  async run<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    const queue = this.#queues.get(key) ?? { running: 0, waiting: new Set() };
    this.#queues.set(key, queue);
    await this.#turn(key, queue);
    try {
      return await task();
    } finally {
      this.#running -= 1;
      queue.running -= 1;
      this.#forgetIfIdle(key, queue);
      this.#goOn();
    }
  }

  async #turn(key: string, queue: Queue): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const giveUp = (): void => {
      queue.waiting.delete(resolve);
      this.#waiting -= 1;
      this.#forgetIfIdle(key, queue);
      reject(new TurnLateError(`no turn came within ${this.#waitMsMax} ms`));
    };
    queue.waiting.add(resolve);
    this.#waiting += 1;
    this.#goOn();
    if (this.#waitMsMax === undefined || !queue.waiting.has(resolve)) return promise;
    const timer = setTimeout(giveUp, this.#waitMsMax);
    await promise.finally(() => clearTimeout(timer));
  }

  #forgetIfIdle(key: string, { running, waiting }: Queue): void {
    if (running === 0 && waiting.size === 0) this.#queues.delete(key);
  }

  #goOn(): void {
    while (this.#running < this.#slots) {
      const next = [...this.#queues].find(
        ([, { running, waiting }]) => waiting.size > 0 && running < this.#slotsPerKey,
      );
      const [turn] = next?.[1].waiting ?? [];
      if (next === undefined || turn === undefined) return;
      const [key, queue] = next;
      this.#queues.delete(key);
      this.#queues.set(key, queue);
      this.#running += 1;
      this.#waiting -= 1;
      queue.running += 1;
      queue.waiting.delete(turn);
      turn();
    }
  }
}
