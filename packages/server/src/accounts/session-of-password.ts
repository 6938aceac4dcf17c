import { AsyncLocalStorage } from 'node:async_hooks';
import { limits } from '@patchbay/contract';
import type { Store, Writer } from '../store/store.ts';
import { noteNetwork, addSignIns } from '../store/rows/sign-ins.ts';
import { findFactorId } from '../store/rows/second-factors.ts';
import { endOldSessions, endSession, findSessionById, insertSessionFacts } from '../store/rows/sessions.ts';
import { findPasswordHash, findUser } from '../store/rows/users.ts';
import { clientNetwork, networkInWords } from '../limits/client-network.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { type SessionOrigin, factsOf } from './session-origin.ts';
import { type Site, tellUser } from './tell.ts';
import { tokenDigest } from './tokens.ts';

/** What a request of the accounts library has to do with passwords. */
interface Knowledge {
  /** The marks of the passwords that it proved to know, or sets. */
  readonly marks: Set<string>;
  /** A password that it will hash, with its hash. */
  readonly ready: { password: string; hash: string } | undefined;
  readonly origin: SessionOrigin;
  /** Whether the address of an account that it makes was verified. */
  readonly isVerified?: boolean | undefined;
  /** What it proved of a session that only lacks the second factor. */
  pending?: PendingSignIn;
}

/** The user who proved the first factor, and the mark of the password then, which may be none. */
export interface PendingSignIn {
  userId: string;
  passwordMark: string;
}

/** How long a session lasts that nobody uses, and after how long its use renews it. */
export const sessionSeconds = limits.sessionIdleDays * 24 * 60 * 60;
export const renewAfterSeconds = 24 * 60 * 60;

/** Where the accounts library begins a session of a user whom somebody else vouched for. */
export const sessionOfUserPath = '/session-of-user';

const current = new AsyncLocalStorage<Knowledge>();

/**
 * Runs a request of the accounts library whose new session must not outlive its password. The library hashes the
 * password of a new account inside a transaction; handed in as `ready`, its hash keeps nobody's write waiting.
 */
export const withPassword = async <T>(
  handle: () => Promise<T>,
  { mark, ...known }: Omit<Knowledge, 'marks' | 'pending'> & { mark: string | undefined },
): Promise<{ result: T; pending: PendingSignIn | undefined }> => {
  const knowledge: Knowledge = { marks: new Set(mark === undefined ? [] : [mark]), ...known };
  const result = await current.run(knowledge, handle);
  return { result, pending: knowledge.pending };
};

/** Whether the address of the account that the current request makes was verified. */
export const isNewVerified = (): boolean => current.getStore()?.isVerified ?? false;

/** Tells a password from the one that replaces it, also if both read alike. */
export const passwordMark = (hash: string): string => tokenDigest(hash);

/** Tells all that a sign-in has to prove from what it had to before, also if only the second factor differs. */
export const proofMark = (hash: string, factorId: string | undefined): string =>
  factorId === undefined ? passwordMark(hash) : tokenDigest(`${hash} ${factorId}`);

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
 * Every session of the accounts library comes here before anybody gets its token. Ends it if its password was replaced
 * after it was checked, because the replacement ended only the sessions that existed then, and if the account has a
 * second factor that the request did not prove, whoever vouched for its user. In a write, because the replacement is one.
 * If the user now has too many sessions, the oldest end. The sign-in is kept for its user to see, who is told of one from
 * a network from which the account was not used before. Returns whether it stands.
 */
export const settleSession = async (
  store: Store,
  { secret, site }: { secret: string; site: Site },
  { id, userId, ipAddress }: { id: string; userId: string; ipAddress?: string | null | undefined },
): Promise<boolean> => {
  const known = current.getStore();
  if (known === undefined) throw new Error('a session began outside of a request');
  const { marks, origin } = known;
  return store.write({ actor: `user:${userId}` }, async (tx) => {
    // It may have been ended with the user's other sessions, or the user banned, since the library inserted it.
    const begun = await findSessionById(tx.db, id);
    if (begun === undefined || begun.user.isBanned) {
      await endSession(tx, id);
      return false;
    }
    const hash = (await findPasswordHash(tx.db, userId)) ?? '';
    const factorId = await findFactorId(tx.db, userId);
    if (marks.has(proofMark(hash, factorId))) {
      await insertSessionFacts(tx, factsOf(secret, id, origin, { signedInAt: new Date(), factorId }));
      await noteSession(tx, { userId, mark: ipAddress, ip: origin.ip, site });
      return true;
    }
    await endSession(tx, id);
    if (marks.has(passwordMark(hash))) known.pending = { userId, passwordMark: passwordMark(hash) };
    return false;
  });
};

/** What follows from a new session of an account, however it began. */
export const noteSession = async (
  tx: Writer,
  { userId, mark, ip, site }: { userId: string; mark: string | null | undefined; ip: string; site: Site },
): Promise<void> => {
  await endOldSessions(tx, userId, limits.sessionsMax);
  await addSignIns(tx, { userId, event: 'sign-in', network: networkInWords(ip), count: 1 });
  const isNews = mark ? await noteNetwork(tx, userId, mark) : false;
  const user = isNews ? await findUser(tx.db, userId) : undefined;
  if (user !== undefined) await tellUser(tx, site, user, signInFrom(ip, tx.now));
};

const signInFrom = (ip: string, time: string) => ({
  what: 'new-network',
  subject: 'A sign-in to your account from a new network',
  paragraphs: [
    `Somebody signed in to your account from ${clientNetwork(ip)}, from where it was not used before, at ${time.slice(0, 16).replace('T', ' ')} UTC.`,
  ],
});
