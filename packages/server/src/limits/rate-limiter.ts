import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type RateName, rates } from '@patchbay/contract';
import { LRUCache } from 'lru-cache';
import { type Drawn, type RateBuckets, aheadMax, sweptAtOnce } from '../store/rate-buckets.ts';

/** What this process knows of a bucket, and what it has drawn from it and not spent. Times are in microseconds. */
class Bucket {
  readonly key: string;
  readonly #capacity: number;
  /** Oldest first. */
  #loans: Drawn[] = [];
  #fullAt = 0;
  /** The draw that is under way. */
  drawing: Promise<void> | undefined;
  /** How much those want together who wait for it. */
  awaited = 0;

  constructor(key: string, capacity: number) {
    this.key = key;
    this.#capacity = capacity;
  }

  /** Forgets all if it is from before the clock was set back. */
  follow(now: number): void {
    if (this.#fullAt <= now + aheadMax(this.#capacity)) return;
    this.#fullAt = 0;
    this.#loans = [];
  }

  /** What was drawn and is not spent. */
  held(now: number): number {
    return this.#loans.reduce((sum, loan) => sum + restOf(loan, now), 0);
  }

  /** What is held and what can still be drawn at best: other processes may have drawn it meanwhile. */
  left(now: number): number {
    return this.held(now) + this.#capacity - Math.max(0, this.#fullAt - now);
  }

  add(loan: Drawn): void {
    if (loan.drawn > 0) this.#loans.push({ ...loan });
    this.#fullAt = Math.max(loan.fullAt, this.#fullAt);
  }

  /** Spends what is held, at least so much, and returns it as a loan that can be added again. */
  spend(amount: number, now: number): Drawn {
    let due = amount;
    let { fullAt } = this.#loans[0] ?? { fullAt: 0 };
    for (const loan of this.#loans) {
      const rest = restOf(loan, now);
      const spent = Math.min(rest, due);
      if (spent > 0) fullAt = Math.min(fullAt, loan.fullAt);
      loan.drawn = rest - spent;
      due -= spent;
    }
    this.#loans = this.#loans.filter(({ drawn }) => drawn > 0);
    return { drawn: amount, fullAt };
  }
}

/**
 * What can still be spent of a loan. As the bucket fills in again the loan melts away, since a full bucket and a loan
 * would be more than one bucket. All processes together therefore never spend more than the bucket gives.
 */
const restOf = ({ drawn, fullAt }: Drawn, now: number): number => Math.max(0, Math.min(drawn, fullAt - now));

/** Buckets that all processes together remember: some 30 MB. */
const bucketsMax = 200_000;
/** Buckets that this process need not ask about again; what it forgets it asks about. */
const knownMax = 20_000;
/** The part of a bucket that is drawn at once, so that a busy client costs few statements. */
const shareOfDraw = 1 / 200;

const microseconds = 1_000_000;

/** What a request takes of one bucket. */
export interface Claim {
  rate: RateName;
  /** Whose bucket it is. */
  subject: string;
  tokens: number;
  /** By how much the bucket is larger, and fills faster, than its rate says. */
  factor: number;
}

/** How a bucket stands after a claim. */
interface Bare {
  claim: Claim;
  /** Tokens of the full bucket, and those that are left. */
  limit: number;
  remaining: number;
  fullInSeconds: number;
}

export interface Granted extends Bare {
  isGranted: true;
  /** What was spent on it. */
  loan: Drawn;
}

export interface Denied extends Bare {
  isGranted: false;
  /** When the claim can be made again. */
  retryInSeconds: number;
}

export type RateLimitResult = Granted | Denied;

/** Grants claims on token buckets that all processes share. */
export class RateLimiter {
  readonly #buckets: RateBuckets;
  readonly #secret: string;
  readonly #now: () => Date;
  readonly #known = new LRUCache<string, Bucket>({ max: knownMax });

  /** The secret keeps addresses out of the database: a bucket is found by a hash that means nothing without it. */
  constructor(buckets: RateBuckets, secret: string, now: () => Date) {
    this.#buckets = buckets;
    this.#secret = secret;
    this.#now = now;
  }

  /** Takes the tokens if the bucket has them, and otherwise nothing. */
  take(claim: Claim): RateLimitResult | Promise<RateLimitResult> {
    const bucket = this.#bucketOf(claim);
    const cost = costOf(claim);
    const now = this.#micros();
    bucket.follow(now);
    if (bucket.held(now) >= cost || bucket.left(now) < cost) return settle(bucket, claim, now);
    if (bucket.drawing !== undefined) return this.#await(bucket, bucket.drawing, claim);
    const capacity = capacityOf(claim);
    const wanted = Math.max(cost - bucket.held(now), capacity * shareOfDraw) + bucket.awaited;
    const draw = { key: bucket.key, now, wanted: Math.ceil(Math.min(wanted, capacity)), capacity };
    const drawn = this.#buckets.draw(draw);
    if (!(drawn instanceof Promise)) {
      bucket.add(drawn);
      return settle(bucket, claim, now);
    }
    bucket.drawing = addLater(bucket, drawn);
    return bucket.drawing.then(() => {
      // A claim that came in between may have spent what was drawn, though the bucket has more.
      if (bucket.held(now) < cost && bucket.left(now) >= cost) return this.take(claim);
      // As of the time of the draw: it is paid for since then.
      return settle(bucket, claim, now);
    });
  }

  /** Why the claim would be denied as far as this process knows, without taking anything. Undefined if it would not be. */
  check(claim: Claim): Denied | undefined {
    const bucket = this.#bucketOf(claim);
    const now = this.#micros();
    bucket.follow(now);
    return costOf(claim) > bucket.left(now) ? deny(bucket, claim, now) : undefined;
  }

  /** Gives back what was granted and turned out not to be due. */
  giveBack({ claim, loan }: Granted): void {
    this.#bucketOf(claim).add(loan);
  }

  /** Removes the buckets that are full, a few at a time. */
  async sweep(): Promise<void> {
    while ((await this.#buckets.sweep(this.#micros(), bucketsMax)) >= sweptAtOnce) await setImmediate();
  }

  /** Those who come while a draw is under way share the next one. */
  async #await(bucket: Bucket, drawing: Promise<void>, claim: Claim): Promise<RateLimitResult> {
    const cost = costOf(claim);
    bucket.awaited += cost;
    try {
      await drawing;
    } finally {
      bucket.awaited -= cost;
    }
    return this.take(claim);
  }

  #bucketOf({ rate, subject }: Claim): Bucket {
    const name = `${rate} ${subject}`;
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const key = hash('sha256', `${this.#secret} ${name}`, 'base64url');
    const bucket = new Bucket(key, capacityOf({ rate }));
    this.#known.set(name, bucket);
    return bucket;
  }

  #micros(): number {
    return this.#now().getTime() * 1_000;
  }
}

/** A full bucket, as the time in which it fills: the same however many tokens it holds. */
const capacityOf = ({ rate }: Pick<Claim, 'rate'>): number => rates[rate].fullAfterSeconds * microseconds;

const limitOf = ({ rate, factor }: Claim): number => rates[rate].burst * factor;

const costOf = (claim: Claim): number => Math.floor((claim.tokens * capacityOf(claim)) / limitOf(claim));

const settle = (bucket: Bucket, claim: Claim, now: number): RateLimitResult => {
  const cost = costOf(claim);
  if (bucket.held(now) < cost) return deny(bucket, claim, now);
  const loan = bucket.spend(cost, now);
  return { ...describe(bucket, claim, now), isGranted: true, loan };
};

const deny = (bucket: Bucket, claim: Claim, now: number): Denied => {
  const missing = costOf(claim) - bucket.left(now);
  const retryInSeconds = Math.max(1, Math.ceil(missing / microseconds));
  return { ...describe(bucket, claim, now), isGranted: false, retryInSeconds };
};

const describe = (bucket: Bucket, claim: Claim, now: number): Bare => {
  const [left, capacity, limit] = [bucket.left(now), capacityOf(claim), limitOf(claim)];
  return {
    claim,
    limit,
    remaining: Math.floor((left * limit) / capacity),
    fullInSeconds: Math.ceil((capacity - left) / microseconds),
  };
};

const addLater = async (bucket: Bucket, drawn: Promise<Drawn>): Promise<void> => {
  try {
    bucket.add(await drawn);
  } finally {
    bucket.drawing = undefined;
  }
};
