/** A clock that a test moves. It starts at the real time, because sessions of the accounts library live in that. */
export class Clock {
  #offsetMs = 0;

  readonly now = (): Date => new Date(Date.now() + this.#offsetMs);

  advance(ms: number): void {
    this.#offsetMs += ms;
  }
}

export const seconds = (count: number): number => count * 1_000;
export const minutes = (count: number): number => count * 60_000;
export const hours = (count: number): number => count * 3_600_000;
export const days = (count: number): number => hours(24 * count);
