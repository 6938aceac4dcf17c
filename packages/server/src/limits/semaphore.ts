/** The work was rejected, because too much of its kind is under way. The same request can succeed later. */
export class BusyError extends Error {}

interface Bounds {
  /** What may be in use at once. */
  max: number;
  /** How many may wait. Further ones are rejected at once. */
  queueMax: number;
}

interface Waiting {
  weight: number;
  begin: () => void;
}

/** Releases what was acquired, or all but a rest of it, which a later call releases. */
export type Release = (rest?: number) => void;

/** Limits how much of one kind of work is under way. The rest waits in the order of its arrival, in a bounded queue. */
export class Semaphore {
  readonly #what: string;
  readonly #bounds: Bounds;
  /** In the order of arrival, and left in constant time. */
  readonly #queue = new Set<Waiting>();
  #used = 0;

  /** `what` completes the sentence "Too many …" for the caller, for example "passwords are being checked". */
  constructor(what: string, bounds: Bounds) {
    this.#what = what;
    this.#bounds = bounds;
  }

  get load(): { used: number; waiting: number } {
    return { used: this.#used, waiting: this.#queue.size };
  }

  /**
   * Resolves once so much is free. What weighs more than the maximum is the only one. Rejects with a BusyError if the
   * queue is full, and with the reason of the signal if that aborts while it waits.
   */
  async acquire(weight = 1, signal?: AbortSignal): Promise<Release> {
    const acquired = this.tryAcquire(weight);
    if (acquired !== undefined) return acquired;
    const { promise, resolve, reject } = Promise.withResolvers<Release>();
    signal?.throwIfAborted();
    const end = this.wait((release) => {
      signal?.removeEventListener('abort', leave);
      resolve(release);
    }, weight);
    const leave = (): void => {
      end();
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', leave);
    return promise;
  }

  /**
   * For what has to wait: calls `begin` once so much is free. Returns what releases it, before that by leaving the queue.
   * Throws a BusyError if the queue is full.
   */
  wait(begin: (release: Release) => void, weight = 1): Release {
    const { max, queueMax } = this.#bounds;
    if (this.#queue.size >= queueMax) throw new BusyError(`Too many ${this.#what}`);
    const held = Math.min(weight, max);
    let release: Release | undefined;
    const waiting: Waiting = {
      weight: held,
      begin: () => {
        release = this.#releaseOf(held);
        begin(release);
      },
    };
    this.#queue.add(waiting);
    return (rest) => {
      if (release !== undefined) release(rest);
      else if (this.#queue.delete(waiting)) this.#beginNext();
    };
  }

  /** As `acquire` where nothing has to wait; otherwise undefined. */
  tryAcquire(weight = 1): Release | undefined {
    const held = Math.min(weight, this.#bounds.max);
    if (this.#mustWait(held)) return undefined;
    this.#used += held;
    return this.#releaseOf(held);
  }

  /** Runs the task once it may begin. Rejects as `acquire` does, or with the error of the task. */
  async run<Result>(task: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const release = await this.acquire(1, signal);
    try {
      return await task();
    } finally {
      release();
    }
  }

  #mustWait(weight: number): boolean {
    return this.#queue.size > 0 || this.#used + weight > this.#bounds.max;
  }

  #releaseOf(acquired: number): Release {
    let held = acquired;
    return (rest = 0) => {
      if (rest >= held) return;
      this.#used -= held - rest;
      held = rest;
      this.#beginNext();
    };
  }

  #beginNext(): void {
    for (const next of this.#queue) {
      if (this.#used + next.weight > this.#bounds.max) return;
      this.#queue.delete(next);
      this.#used += next.weight;
      next.begin();
    }
  }
}
