interface Queue {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Runs so many tasks at once, for each key at most so many. Those who wait take turns: of the keys whose tasks wait,
 * the one goes next whose last turn is longest ago; a new key counts as if it had one just now. Who asks bounds how many wait.
 */
export class FairLane {
  readonly #slots: number;
  readonly #slotsPerKey: number;
  #running = 0;
  #waiting = 0;
  /** By key, the one whose turn is longest ago first. */
  readonly #queues = new Map<string, Queue>();

  constructor({ slots, slotsPerKey }: { slots: number; slotsPerKey: number }) {
    this.#slots = slots;
    this.#slotsPerKey = slotsPerKey;
  }

  get load() {
    return { busy: this.#running, waiting: this.#waiting };
  }

  /** Runs the task when its turn has come, and returns what it returns. */
  async run<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    const queue = this.#queues.get(key) ?? { running: 0, waiting: [] };
    this.#queues.set(key, queue);
    const turn = Promise.withResolvers<void>();
    queue.waiting.push(turn.resolve);
    this.#waiting += 1;
    this.#goOn();
    await turn.promise;
    try {
      return await task();
    } finally {
      this.#running -= 1;
      queue.running -= 1;
      if (queue.running === 0 && queue.waiting.length === 0) this.#queues.delete(key);
      this.#goOn();
    }
  }

  #goOn(): void {
    while (this.#running < this.#slots) {
      const next = [...this.#queues].find(
        ([, { running, waiting }]) => waiting.length > 0 && running < this.#slotsPerKey,
      );
      if (next === undefined) return;
      const [key, queue] = next;
      this.#queues.delete(key);
      this.#queues.set(key, queue);
      this.#running += 1;
      this.#waiting -= 1;
      queue.running += 1;
      queue.waiting.shift()?.();
    }
  }
}
