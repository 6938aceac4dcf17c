import { availableParallelism } from 'node:os';
import { limits } from '@patchbay/contract';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { Semaphore } from '../limits/semaphore.ts';

/** How passwords are kept: as the accounts library takes it. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(attempt: { hash: string; password: string }): Promise<boolean>;
}

/** The library’s own scrypt. It takes a tenth of a second and 32 MiB on purpose. */
export const scryptHasher: PasswordHasher = { hash: hashPassword, verify: verifyPassword };

/** At most half of the threads that the runtime has for this and for files, and half of two processors. */
export const passwordsAtOnce = availableParallelism() > 2 ? 2 : 1;

/** Hashes only a few passwords at a time, and queues a limited number. Rejects all others with a BusyError. */
export class BoundedHasher implements PasswordHasher {
  readonly #hasher: PasswordHasher;
  readonly #semaphore = new Semaphore('passwords are being checked', {
    max: passwordsAtOnce,
    queueMax: limits.passwordsWaitingMax,
  });

  constructor(hasher: PasswordHasher) {
    this.#hasher = hasher;
  }

  get load(): { hashing: number; waiting: number } {
    const { used: hashing, waiting } = this.#semaphore.load;
    return { hashing, waiting };
  }

  readonly hash: PasswordHasher['hash'] = (password) =>
    this.#semaphore.run(() => this.#hasher.hash(password));

  readonly verify: PasswordHasher['verify'] = (attempt) =>
    this.#semaphore.run(() => this.#hasher.verify(attempt));
}
