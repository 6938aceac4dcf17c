import { availableParallelism } from 'node:os';
import { ApiError } from '../errors.ts';
import type { PasswordHasher } from './password-hasher.ts';

/** At most half of the threads that the runtime has for this and for files, and half of two processors. */
export const passwordsAtOnce = availableParallelism() > 2 ? 2 : 1;
/** A hash takes a tenth of a second: the last one waits for a few seconds. */
const waitingMax = 50;
const retrySeconds = '5';

/**
 * Hashes only a few passwords at a time, and lets only some requests wait for their turn. Throws `unavailable` for all
 * others, which have cost nothing yet.
 */
export class BoundedHasher implements PasswordHasher {
  readonly #hasher: PasswordHasher;
  readonly #waiting: (() => void)[] = [];
  #hashing = 0;

  constructor(hasher: PasswordHasher) {
    this.#hasher = hasher;
  }

  get load(): { hashing: number; waiting: number } {
    return { hashing: this.#hashing, waiting: this.#waiting.length };
  }

  readonly hash: PasswordHasher['hash'] = (password) => this.#inTurn(() => this.#hasher.hash(password));

  readonly verify: PasswordHasher['verify'] = (attempt) => this.#inTurn(() => this.#hasher.verify(attempt));

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#hashing < passwordsAtOnce) this.#hashing += 1;
    else await this.#wait();
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#hashing -= 1;
      // The next one takes this place.
      else next();
    }
  }

  #wait(): Promise<void> {
    if (this.#waiting.length >= waitingMax) throw busy();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    return promise;
  }
}

const busy = (): ApiError =>
  new ApiError('unavailable', 'Too many passwords are being checked. Try again in a moment.', {
    headers: { 'retry-after': retrySeconds },
  });
