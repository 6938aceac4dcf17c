import { AsyncLocalStorage } from 'node:async_hooks';
import { limits } from '@patchbay/contract';
import { APIError } from 'better-auth/api';
import type { Store } from '../store/store.ts';
import { endOldSessions, endSession, findPasswordHash } from '../store/rows/users.ts';
import type { PasswordHasher } from './password-hasher.ts';

/** The hashes of the passwords that the current request proved to know, or sets. */
const known = new AsyncLocalStorage<Set<string>>();

/** Runs a request of the accounts library whose new session must not outlive its password. */
export const withPassword = <T>(handle: () => Promise<T>): Promise<T> => known.run(new Set(), handle);

/** Notes which password the request knows. */
export const notingHasher = (hasher: PasswordHasher): PasswordHasher => ({
  hash: async (password) => {
    const hash = await hasher.hash(password);
    known.getStore()?.add(hash);
    return hash;
  },
  verify: async (attempt) => {
    const isRight = await hasher.verify(attempt);
    if (isRight) known.getStore()?.add(attempt.hash);
    return isRight;
  },
});

/**
 * Ends a new session if its password was replaced since it was checked: whoever replaced it ended the sessions that
 * there were, which this one was not yet. In a write, because the replacement is one. Of the sessions of a user, the
 * oldest end where there are too many.
 */
export const settleSession = async (
  store: Store,
  { id, userId }: { id: string; userId: string },
): Promise<void> => {
  const hashes = known.getStore() ?? new Set();
  const isCurrent = await store.write({ actor: `user:${userId}` }, async (tx) => {
    const isSame = hashes.size === 0 || hashes.has((await findPasswordHash(tx.db, userId)) ?? '');
    if (isSame) await endOldSessions(tx, userId, limits.sessionsMax);
    else await endSession(tx, id);
    return isSame;
  });
  if (!isCurrent) throw new APIError('UNAUTHORIZED', { message: 'Invalid email or password' });
};
