import { AsyncLocalStorage } from 'node:async_hooks';
import { limits } from '@patchbay/contract';
import { APIError } from 'better-auth/api';
import type { Store } from '../store/store.ts';
import { endOldSessions, endSession, findPasswordHash } from '../store/rows/users.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { tokenDigest } from './tokens.ts';

/** What a request of the accounts library has to do with passwords. */
interface Knowledge {
  /** The marks of the passwords that it proved to know, or sets. */
  readonly marks: Set<string>;
  /** A password that it will hash, with its hash. */
  readonly ready: { password: string; hash: string } | undefined;
}

const current = new AsyncLocalStorage<Knowledge>();

/**
 * Runs a request of the accounts library whose new session must not outlive its password. The library hashes the
 * password of a new account inside a transaction; handed in as `ready`, its hash keeps nobody's write waiting.
 */
export const withPassword = <T>(
  handle: () => Promise<T>,
  { ready, mark }: { ready?: Knowledge['ready']; mark?: string | undefined } = {},
): Promise<T> => current.run({ marks: new Set(mark === undefined ? [] : [mark]), ready }, handle);

/** Tells a password from the one that replaces it, also if both read alike. */
export const passwordMark = (hash: string): string => tokenDigest(hash);

/** Notes which password the request knows. */
export const notingHasher = (hasher: PasswordHasher): PasswordHasher => ({
  hash: async (password) => {
    const { marks, ready } = current.getStore() ?? {};
    const hash = ready?.password === password ? ready.hash : await hasher.hash(password);
    marks?.add(passwordMark(hash));
    return hash;
  },
  verify: async (attempt) => {
    const isRight = await hasher.verify(attempt);
    if (isRight) current.getStore()?.marks.add(passwordMark(attempt.hash));
    return isRight;
  },
});

/**
 * Ends a new session if its password was replaced after it was checked: the replacement ended only the sessions that
 * existed then. In a write, because the replacement is one. If the user now has too many sessions, the oldest end.
 */
export const settleSession = async (
  store: Store,
  { id, userId }: { id: string; userId: string },
): Promise<void> => {
  const marks = current.getStore()?.marks ?? new Set();
  const isCurrent = await store.write({ actor: `user:${userId}` }, async (tx) => {
    const isSame = marks.size === 0 || marks.has(passwordMark((await findPasswordHash(tx.db, userId)) ?? ''));
    if (isSame) await endOldSessions(tx, userId, limits.sessionsMax);
    else await endSession(tx, id);
    return isSame;
  });
  if (!isCurrent) throw new APIError('UNAUTHORIZED', { message: 'Invalid email or password' });
};
