import { LRUCache } from 'lru-cache';
import { type Draw, type Drawn, type RateBuckets, aheadMax } from '../store/rate-buckets.ts';

const bucketsMax = 50_000;

/** Token buckets of this process alone. With more than it remembers, those that were not used for longest are full. */
class MemoryBuckets implements RateBuckets {
  readonly #fullAt = new LRUCache<string, number>({ max: bucketsMax });

  draw({ key, now, wanted, capacity }: Draw): Drawn {
    const known = this.#fullAt.get(key) ?? 0;
    const begun = known > now + aheadMax(capacity) ? now : Math.max(now, known);
    const drawn = Math.min(wanted, Math.max(0, now + capacity - begun));
    this.#fullAt.set(key, begun + drawn);
    return { drawn, fullAt: begun + drawn };
  }

  sweep(): Promise<number> {
    return Promise.resolve(0);
  }
}

/** How often buckets that are away are tried again, by one draw that waits for them. */
const pauseMs = 5_000;

/**
 * The token buckets of all processes, and those of this one alone while the others cannot be had: a registry that can
 * still be read must not fail for want of its rates, and must not do without them either.
 */
export class FallbackBuckets implements RateBuckets {
  readonly #shared: RateBuckets;
  /** Made at the first loss: most processes never need their room. */
  #ownLone: MemoryBuckets | undefined;
  readonly #onLoss: (error: unknown) => void;
  #isAlone = false;
  #nextTry = 0;

  /** `onLoss` is called each time the shared buckets turn out to be away. */
  constructor(shared: RateBuckets, onLoss: (error: unknown) => void) {
    this.#shared = shared;
    this.#onLoss = onLoss;
  }

  get #lone(): MemoryBuckets {
    return (this.#ownLone ??= new MemoryBuckets());
  }

  get isAlone(): boolean {
    return this.#isAlone;
  }

  draw(draw: Draw): Drawn | Promise<Drawn> {
    if (this.#isAlone && performance.now() < this.#nextTry) return this.#lone.draw(draw);
    this.#nextTry = performance.now() + pauseMs;
    try {
      const drawn = this.#shared.draw(draw);
      return drawn instanceof Promise ? this.#drawLater(drawn, draw) : this.#regain(drawn);
    } catch (error) {
      return this.#lose(error, draw);
    }
  }

  sweep(now: number, max: number): Promise<number> {
    return this.#isAlone ? Promise.resolve(0) : this.#shared.sweep(now, max);
  }

  async #drawLater(drawn: Promise<Drawn>, draw: Draw): Promise<Drawn> {
    try {
      return this.#regain(await drawn);
    } catch (error) {
      return this.#lose(error, draw);
    }
  }

  #regain(drawn: Drawn): Drawn {
    this.#isAlone = false;
    return drawn;
  }

  #lose(error: unknown, draw: Draw): Drawn {
    if (!this.#isAlone) this.#onLoss(error);
    this.#isAlone = true;
    return this.#lone.draw(draw);
  }
}
