import { LRUCache } from 'lru-cache';
import type { Draw, Drawn, RateBuckets } from '../store/rate-buckets.ts';

const bucketsMax = 50_000;

/** Token buckets of this process alone. With more than it remembers, those that were not used for longest are full. */
export class MemoryBuckets implements RateBuckets {
  readonly #fullAt = new LRUCache<string, number>({ max: bucketsMax });

  draw({ key, now, wanted, capacity }: Draw): Drawn {
    const begun = Math.max(now, this.#fullAt.get(key) ?? 0);
    const drawn = Math.min(wanted, Math.max(0, now + capacity - begun));
    this.#fullAt.set(key, begun + drawn);
    return { drawn, fullAt: begun + drawn };
  }

  sweep(): Promise<number> {
    return Promise.resolve(0);
  }
}
