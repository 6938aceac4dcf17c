/** A clock that a test moves. It starts at the real time, because sessions of the accounts library live in that. */
export class Clock {
  #offsetMs = 0;
  #stoppedAt: number | undefined;

  readonly now = (): Date => new Date((this.#stoppedAt ?? Date.now()) + this.#offsetMs);

  /** From now on only `advance` moves it. */
  stop(): void {
    this.#stoppedAt ??= Date.now();
  }

  advance(ms: number): void {
    this.#offsetMs += ms;
  }
}

export const seconds = (count: number): number => count * 1_000;
export const minutes = (count: number): number => count * 60_000;
export const hours = (count: number): number => count * 3_600_000;
export const days = (count: number): number => hours(24 * count);
