/** Flushes that callers share: one is under way at a time, and all who ask meanwhile wait for the next. */
export class SharedFlush {
  readonly #flushOnce: () => Promise<void>;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(flushOnce: () => Promise<void>) {
    this.#flushOnce = flushOnce;
  }

  /** Resolves when everything committed before the call is on the disk. */
  flush(): Promise<void> {
    this.#next ??= this.#flushAfter(this.#running);
    return this.#next;
  }

  async #flushAfter(earlier: Promise<void> | undefined): Promise<void> {
    // Its failure is reported to the callers that waited for it.
    await earlier?.catch(() => undefined);
    // Commits from here on may miss this flush.
    this.#running = this.#next;
    this.#next = undefined;
    await this.#flushOnce();
  }
}
