import { availableParallelism } from 'node:os';
import { limits } from '@patchbay/contract';
import { ApiError } from '../errors.ts';
import { FairLane, LaneFullError } from '../fair-lane.ts';
import { siteNetwork } from '../limits/site-network.ts';
import { whoseWork } from '../turns.ts';
import type { PasswordHasher } from './password-hasher.ts';

/** At most half of the threads that the runtime has for this and for files, and half of two processors. */
export const passwordsAtOnce = availableParallelism() > 2 ? 2 : 1;
const retrySeconds = '5';

/**
 * Hashes only a few passwords at a time, and lets only some requests wait for their turn, which networks take one after
 * the other. Throws `unavailable` for all others, which have cost nothing yet.
 */
export class BoundedHasher implements PasswordHasher {
  readonly #hasher: PasswordHasher;
  readonly #lane = new FairLane({
    slots: passwordsAtOnce,
    slotsPerKey: passwordsAtOnce,
    waitingMax: limits.passwordsWaitingMax,
  });

  constructor(hasher: PasswordHasher) {
    this.#hasher = hasher;
  }

  get load(): { hashing: number; waiting: number } {
    const { busy: hashing, waiting } = this.#lane.load;
    return { hashing, waiting };
  }

  readonly hash: PasswordHasher['hash'] = (password) => this.#inTurn(() => this.#hasher.hash(password));

  readonly verify: PasswordHasher['verify'] = (attempt) => this.#inTurn(() => this.#hasher.verify(attempt));

  async #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await this.#lane.run('', work, siteNetwork(whoseWork() ?? ''));
    } catch (error) {
      throw error instanceof LaneFullError ? busy() : error;
    }
  }
}

const busy = (): ApiError =>
  new ApiError('unavailable', 'Too many passwords are being checked. Try again in a moment.', {
    headers: { 'retry-after': retrySeconds },
  });
