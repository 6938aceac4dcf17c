/** So long news are gathered before anybody is woken, so that a burst of writes wakes everybody once. */
const gatherMs = 25;
/** So many are woken in one turn of the event loop. */
const wokenAtOnce = 50;

/** Wakes all who wait for news. */
export class Alarm {
  /** With the ring that each waits for. */
  readonly #sleepers = new Map<() => void, number>();
  #rings = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  get isClosed(): boolean {
    return this.#isClosed;
  }

  get waiting(): number {
    return this.#sleepers.size;
  }

  /** The number of the next ring. Read it before looking for news, so that no ring in between is missed. */
  get next(): number {
    return this.#rings + 1;
  }

  ring(): void {
    this.#rings += 1;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#wake([...this.#sleepers].filter(([, ring]) => ring <= this.#rings).map(([wake]) => wake));
    }, gatherMs).unref();
  }

  /** Wakes everybody at once, and lets nobody wait any more. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const wake of this.#sleepers.keys()) wake();
  }

  /** Resolves with the ring of this number, or else to false: when the time is over, or the signal or the alarm says so. */
  async wait(ring: number, ms: number, signal: AbortSignal): Promise<boolean> {
    if (this.#isClosed || signal.aborted) return false;
    if (this.#rings >= ring) return true;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#sleepers.set(resolve, ring);
    const end = (): void => resolve();
    signal.addEventListener('abort', end);
    const timer = setTimeout(end, ms);
    await promise;
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    this.#sleepers.delete(resolve);
    return this.#rings >= ring && !this.#isClosed && !signal.aborted;
  }

  /** In the order in which they came, with requests of others in between. */
  #wake(sleepers: readonly (() => void)[]): void {
    for (const wake of sleepers.slice(0, wokenAtOnce)) wake();
    const others = sleepers.slice(wokenAtOnce);
    if (others.length > 0) setImmediate(() => this.#wake(others));
  }
}
