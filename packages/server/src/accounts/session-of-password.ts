import { AsyncLocalStorage } from 'node:async_hooks';
import { limits } from '@patchbay/contract';
import { APIError } from 'better-auth/api';
import type { Store } from '../store/store.ts';
import { noteNetwork } from '../store/rows/account-networks.ts';
import { endOldSessions, endSession, findPasswordHash, findUser } from '../store/rows/users.ts';
import { clientNetwork } from '../limits/client-network.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { type Site, tellUser } from './tell.ts';
import { networkInWords } from '../limits/network-in-words.ts';
import { addSignIns } from '../store/rows/sign-ins.ts';
import { tokenDigest } from './tokens.ts';

/** What a request of the accounts library has to do with passwords. */
interface Knowledge {
  /** The marks of the passwords that it proved to know, or sets. */
  readonly marks: Set<string>;
  /** A password that it will hash, with its hash. */
  readonly ready: { password: string; hash: string } | undefined;
  /** The address that it comes from. */
  readonly ip: string | undefined;
  /** Whether the address of an account that it makes was verified. */
  readonly isVerified: boolean | undefined;
}

const current = new AsyncLocalStorage<Knowledge>();

/**
 * Runs a request of the accounts library whose new session must not outlive its password. The library hashes the
 * password of a new account inside a transaction; handed in as `ready`, its hash keeps nobody's write waiting.
 */
export const withPassword = <T>(
  handle: () => Promise<T>,
  { mark, ready, ip, isVerified }: Partial<Omit<Knowledge, 'marks'>> & { mark?: string | undefined } = {},
): Promise<T> =>
  current.run({ marks: new Set(mark === undefined ? [] : [mark]), ready, ip, isVerified }, handle);

/** Whether the address of the account that the current request makes was verified. */
export const isNewVerified = (): boolean => current.getStore()?.isVerified ?? false;

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
 * existed then. In a write, because the replacement is one. If the user now has too many sessions, the oldest end. The
 * sign-in is kept for its user to see, who is told of one from a network from which the account was not used before.
 */
export const settleSession = async (
  store: Store,
  site: Site,
  { id, userId, ipAddress }: { id: string; userId: string; ipAddress?: string | null | undefined },
): Promise<void> => {
  const { marks = new Set(), ip = '' } = current.getStore() ?? {};
  const isCurrent = await store.write({ actor: `user:${userId}` }, async (tx) => {
    const isSame = marks.size === 0 || marks.has(passwordMark((await findPasswordHash(tx.db, userId)) ?? ''));
    if (!isSame) {
      await endSession(tx, id);
      return false;
    }
    await endOldSessions(tx, userId, limits.sessionsMax);
    await addSignIns(tx, { userId, event: 'sign-in', network: networkInWords(ip), count: 1 });
    const isNews = ipAddress ? await noteNetwork(tx, userId, ipAddress) : false;
    const user = isNews ? await findUser(tx.db, userId) : undefined;
    if (user !== undefined) await tellUser(tx, site, user, signInFrom(ip, tx.now));
    return true;
  });
  if (!isCurrent) throw new APIError('UNAUTHORIZED', { message: 'Invalid email or password' });
};

const signInFrom = (ip: string, time: string) => ({
  what: 'new-network',
  subject: 'A sign-in to your account from a new network',
  paragraphs: [
    `Somebody signed in to your account from ${clientNetwork(ip)}, from where it was not used before, at ${time.slice(0, 16).replace('T', ' ')} UTC.`,
  ],
});
