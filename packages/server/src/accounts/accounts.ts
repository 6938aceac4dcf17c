import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import { type SessionRecord, findSession, isOver } from '../store/rows/sessions.ts';
import { findPasswordHash } from '../store/rows/users.ts';
import type { ReadConnection, Store } from '../store/store.ts';
import type { Library, LibraryAnswer, LibraryCall } from './library.ts';
import { type PasswordHasher, refuseBreached, scryptHasher } from './password-hasher.ts';
import { passwordMark, renewAfterSeconds, sessionSeconds } from './session-of-password.ts';
import { tokenDigest } from './tokens.ts';

export interface Accounts {
  /** Hashes passwords and verifies them, a few at a time. */
  readonly hasher: PasswordHasher;
  /** Passes a request to the library and returns its response: status and JSON. */
  request(call: LibraryCall): Promise<LibraryAnswer>;
  /** The mark of the password of a user, if this is it. Undefined if it is not, or the user has none. */
  checkPassword(userId: string, password: string): Promise<string | undefined>;
  /** The session with this token, which is renewed if that is due. Undefined if there is none, or it is over. */
  findSession(sessionToken: string): Promise<SessionRecord | undefined>;
  /** Like `findSession`, but reads with `read` and does not renew the session. */
  findSessionIn(read: ReadConnection, sessionToken: string): Promise<SessionRecord | undefined>;
}

/** Whether a session is not due for renewal. The library renews it, at several times the cost of reading it. */
const isFresh = ({ expiresAt }: { expiresAt: Date }): boolean =>
  expiresAt.getTime() - Date.now() > (sessionSeconds - renewAfterSeconds) * 1_000;

const findLive = async (read: ReadConnection, digest: string): Promise<SessionRecord | undefined> => {
  const session = await findSession(read, digest);
  return session === undefined || isOver(session) ? undefined : session;
};

/**
 * Accounts, passwords and sessions, stored by better-auth in our own database. It is loaded when it is first needed: it
 * would be a twelfth of the processor time of a start.
 */
export const openAccounts = (
  store: Store,
  config: Config,
  publicUrl: string,
  log: Pick<FastifyBaseLogger, 'error'>,
  given: PasswordHasher = scryptHasher,
  /** Where the pages of the site are. */
  siteUrl: () => string = () => publicUrl,
): Accounts => {
  const hasher = refuseBreached(given);
  let loaded: Promise<Library> | undefined;
  const library = (): Promise<Library> =>
    (loaded ??= import('./library.ts').then(({ openLibrary }) =>
      openLibrary(store, config, publicUrl, log, hasher, siteUrl),
    ));
  return {
    hasher,
    request: async (call) => (await library()).request(call),
    async checkPassword(userId, password) {
      const hash = await findPasswordHash(store.read, userId);
      return hash !== undefined && (await hasher.verify({ hash, password })) ? passwordMark(hash) : undefined;
    },
    async findSession(sessionToken) {
      const digest = tokenDigest(sessionToken);
      const session = await findLive(store.read, digest);
      if (session === undefined || isFresh(session)) return session;
      await (await library()).renew(digest);
      return findLive(store.read, digest);
    },
    findSessionIn: (read, sessionToken) => findLive(read, tokenDigest(sessionToken)),
  };
};
