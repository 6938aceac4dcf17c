import { ApiError } from '../errors.ts';
import type { PasswordHasher } from './password-hasher.ts';

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
      'This password was found in a breach of another service, so it signs in no longer. Set a new one: /forgot-password or POST /auth/request-password-reset sends a link to the address of the account.',
    );
  },
});
