/** What is wanted of one bucket. Times are in microseconds, of the clock that `now` is read from. */
export interface Draw {
  key: string;
  now: number;
  /** How much, as the time in which it fills in again. */
  wanted: number;
  /** How much the full bucket holds. */
  capacity: number;
}

export interface Drawn {
  /** Less than wanted, or 0, if the bucket held less. */
  drawn: number;
  /** When the bucket will be full again. */
  fullAt: number;
}

/**
 * Token buckets that all processes of a database share. A bucket is kept as the moment at which it is full again, so
 * one that is full needs no row, and a draw is one statement.
 */
export interface RateBuckets {
  draw(draw: Draw): Drawn | Promise<Drawn>;
  /**
   * Forgets some of the buckets that are full, and of more than `max` those that are full soonest. Returns how many; 0
   * when none is left to forget.
   */
  sweep(now: number, max: number): Promise<number>;
}

/** By more than this, in microseconds, no two servers of a database differ. */
const skewMax = 60_000_000;

/**
 * How far ahead of the clock the moment may be at which a bucket is full again. One that is further ahead is from before
 * the clock was set back; it counts as full, since its owner would else be refused until the clock is there again.
 */
export const aheadMax = (capacity: number): number => capacity + skewMax;

/** To remove more at once would hold up every read. */
export const sweptAtOnce = 500;
