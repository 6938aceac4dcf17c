import type { Drawn } from '../store/rate-buckets.ts';

/** What this process knows of a bucket, and what it has drawn from it and not spent. Times are in microseconds. */
export class Bucket {
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
