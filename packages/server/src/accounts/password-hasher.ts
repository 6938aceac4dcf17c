import { availableParallelism } from 'node:os';
import { limits } from '@patchbay/contract';
import { hashPassword, verifyPassword } from '@better-auth/utils/password';
import { Semaphore } from '../limits/semaphore.ts';
import { ApiError } from '../errors.ts';

/** How passwords are kept: as the accounts library takes it. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(attempt: { hash: string; password: string }): Promise<boolean>;
}

/** The library’s own scrypt. It takes a tenth of a second and 32 MiB on purpose. */
export const scryptHasher: PasswordHasher = {
  hash: hashPassword,
  verify: ({ hash, password }) => verifyPassword(hash, password),
};

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

/** Before the hash of a password that signs in no longer. Servers of the version before take it for a wrong password. */
export const breached = 'breached:';

/**
 * A hasher that throws `password_breached` for a password that is right and was found in a breach. So whatever asks for
 * the password refuses it, and only who knows it learns why.
 */
export const refuseBreached = (hasher: PasswordHasher): PasswordHasher => ({
  hash: (password) => hasher.hash(password),
  verify: async ({ hash, password }) => {
    if (!hash.startsWith(breached)) return hasher.verify({ hash, password });
    if (!(await hasher.verify({ hash: hash.slice(breached.length), password }))) return false;
    throw new ApiError(
      'password_breached',
      'This password was found in a breach of another service, so it signs in no longer. Set a new one: /forgot-password sends a link to the address of the account.',
      { advice: 'POST /auth/request-password-reset does so, too.' },
    );
  },
});
