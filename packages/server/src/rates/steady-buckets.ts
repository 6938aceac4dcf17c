import type { Draw, Drawn, RateBuckets } from '../store/rate-buckets.ts';
import { LoneBuckets } from './lone-buckets.ts';

/** How long this process counts by itself before it tries again. */
const pauseMs = 5_000;

/**
 * The token buckets of all processes, and those of this one alone while the others cannot be had: a registry that can
 * still be read must not fail for want of its rates, and must not do without them either.
 */
export class SteadyBuckets implements RateBuckets {
  readonly #shared: RateBuckets;
  readonly #lone = new LoneBuckets();
  readonly #onLoss: (error: unknown) => void;
  #nextTry = 0;

  /** `onLoss` is called each time the shared buckets turn out to be away. */
  constructor(shared: RateBuckets, onLoss: (error: unknown) => void) {
    this.#shared = shared;
    this.#onLoss = onLoss;
  }

  get isAlone(): boolean {
    return performance.now() < this.#nextTry;
  }

  draw(draw: Draw): Drawn | Promise<Drawn> {
    if (this.isAlone) return this.#lone.draw(draw);
    try {
      const drawn = this.#shared.draw(draw);
      return drawn instanceof Promise ? drawn.catch((error: unknown) => this.#lose(error, draw)) : drawn;
    } catch (error) {
      return this.#lose(error, draw);
    }
  }

  sweep(now: number, max: number): Promise<number> {
    return this.isAlone ? Promise.resolve(0) : this.#shared.sweep(now, max);
  }

  #lose(error: unknown, draw: Draw): Drawn {
    if (!this.isAlone) this.#onLoss(error);
    this.#nextTry = performance.now() + pauseMs;
    return this.#lone.draw(draw);
  }
}
