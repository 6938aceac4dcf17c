import { AsyncLocalStorage } from 'node:async_hooks';
import { limits } from '@patchbay/contract';
import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { isAPIError } from 'better-auth/api';
import { admin } from 'better-auth/plugins/admin';
import { bearer } from 'better-auth/plugins/bearer';
import { deviceAuthorization } from 'better-auth/plugins/device-authorization';
import type { FastifyBaseLogger } from 'fastify';
import { uuidv7 } from 'uuidv7';
import type { Config } from '../config.ts';
import { unavailable } from '../errors.ts';
import { type SessionRecord, findSession, isOver } from '../store/rows/sessions.ts';
import { findPasswordHash, moderatorRole } from '../store/rows/users.ts';
import type { ReadConnection, Store } from '../store/store.ts';
import { externalSession } from './external-session.ts';
import { makeDeviceCode, makeUserCode, userCodeDigest } from './device-codes.ts';
import { type PasswordHasher, scryptHasher, refuseBreached } from './password-hasher.ts';
import { networkMark } from './session-origin.ts';
import {
  type PendingSignIn,
  isNewVerified,
  notingHasher,
  passwordMark,
  settleSession,
  withPassword,
} from './session-of-password.ts';
import { tokenDigest } from './tokens.ts';

/** The header that passes the caller's address to the library. Only the server sets it. */
const addressHeader = 'x-patchbay-address';

const sessionSeconds = limits.sessionIdleDays * 24 * 60 * 60;
const renewAfterSeconds = 24 * 60 * 60;

export interface Accounts {
  /** Hashes passwords and verifies them, a few at a time. */
  readonly hasher: PasswordHasher;
  /** Passes a request to the library and returns its response: status and JSON. */
  request(call: {
    method: string;
    path: string;
    body?: unknown;
    bearer: string | undefined;
    ip: string;
    /** The User-Agent of the client. */
    agent?: string | undefined;
    /** The password that the request gives a new account. */
    newPassword?: string;
    /** The mark of the password with which its new session was approved; see `session-of-password.ts`. */
    passwordMark?: string | undefined;
    /** Whether the address of the new account was verified. */
    isVerified?: boolean;
    /** When the person of a session that replaces another proved who they are. */
    signedInAt?: Date | undefined;
    /** The second factor that the request proved. */
    factorId?: string | undefined;
  }): Promise<{
    status: number;
    body: unknown;
    /** Of a sign-in that was refused only because it lacks the second factor. */
    pending?: PendingSignIn | undefined;
  }>;
  /** The mark of the password of a user, if this is it. Undefined if it is not, or the user has none. */
  checkPassword(userId: string, password: string): Promise<string | undefined>;
  /** The session with this token, which is renewed if that is due. Undefined if there is none, or it is over. */
  findSession(sessionToken: string): Promise<SessionRecord | undefined>;
  /** Like `findSession`, but reads with `read` and does not renew the session. */
  findSessionIn(read: ReadConnection, sessionToken: string): Promise<SessionRecord | undefined>;
}

/** Receives the library's log messages. */
type ErrorLog = Pick<FastifyBaseLogger, 'error'>;

/** The library's configuration. A test compares its tables with ours. */
export const accountsOptions = (
  store: Store,
  config: Config,
  publicUrl: string,
  log: ErrorLog,
  hasher: PasswordHasher = scryptHasher,
  /** Where the pages of the site are. */
  siteUrl: () => string = () => publicUrl,
) =>
  ({
    appName: 'Patchbay',
    baseURL: publicUrl,
    basePath: '/auth',
    secret: config.SECRET,
    database: { ...store.engine.accounts, transaction: true },
    emailAndPassword: {
      enabled: config.SIGN_IN === 'any',
      autoSignIn: true,
      disableSignUp: config.SIGN_UP === 'closed',
      minPasswordLength: limits.passwordCharsMin,
      maxPasswordLength: limits.passwordCharsMax,
      password: notingHasher(hasher),
    },
    session: { expiresIn: sessionSeconds, updateAge: renewAfterSeconds },
    plugins: [
      bearer(),
      externalSession,
      admin({ adminRoles: [moderatorRole] }),
      deviceAuthorization({
        expiresIn: `${limits.deviceCodeSeconds}s`,
        interval: `${limits.devicePollSecondsMin}s`,
        generateDeviceCode: () => issueSecret(makeDeviceCode()),
        generateUserCode: () => {
          const code = makeUserCode();
          return issueSecret(code, userCodeDigest(config.SECRET, code));
        },
      }),
    ],
    // Its requests take from the token buckets of all endpoints.
    rateLimit: { enabled: false },
    advanced: {
      database: { generateId: () => uuidv7() },
      ipAddress: { ipAddressHeaders: [addressHeader] },
      // The server never reads cookies, so a foreign page has nothing to abuse.
      disableCSRFCheck: true,
      disableOriginCheck: true,
    },
    databaseHooks: {
      user: {
        create: {
          before: async (user) => ({ data: { ...user, emailVerified: isNewVerified() } }),
          after: (user) =>
            store.write({ actor: `user:${user.id}` }, (tx) =>
              tx.append({ kind: 'user.created', about: user, after: { name: user.name } }),
            ),
        },
      },
      session: {
        create: {
          before: async ({ token, ipAddress }) => ({
            data: {
              token: issueSecret(token),
              ipAddress: ipAddress ? networkMark(config.SECRET, ipAddress) : null,
            },
          }),
          after: (session) =>
            settleSession(store, { secret: config.SECRET, site: { config, publicUrl: siteUrl } }, session),
        },
      },
    },
    // No flow writes one: links in messages are rows of our own, which end with their use.
    verification: { storeIdentifier: 'hashed' },
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      disableColors: true,
      log: (_level, message, ...causes) =>
        log.error({ err: causes.find((cause) => cause instanceof Error) }, message),
    },
    onAPIError: {
      // Errors that are not the library's own are ours to handle.
      onError: (error) => {
        if (!isAPIError(error)) throw error;
      },
    },
  }) satisfies BetterAuthOptions;

/** Whether a session is not due for renewal. The library renews it, at several times the cost of reading it. */
const isFresh = ({ expiresAt }: { expiresAt: Date }): boolean =>
  expiresAt.getTime() - Date.now() > (sessionSeconds - renewAfterSeconds) * 1_000;

const findLive = async (read: ReadConnection, digest: string): Promise<SessionRecord | undefined> => {
  const session = await findSession(read, digest);
  return session === undefined || isOver(session) ? undefined : session;
};

/** Accounts, passwords and sessions, stored by better-auth in our own database. */
export const openAccounts = (
  ...[store, config, publicUrl, log, given = scryptHasher, siteUrl]: Parameters<typeof accountsOptions>
): Accounts => {
  const hasher = refuseBreached(given);
  const auth = betterAuth(accountsOptions(store, config, publicUrl, log, hasher, siteUrl));
  const bearerHeaders = (digest: string) => new Headers({ authorization: `Bearer ${digest}` });
  const renew = async (digest: string): Promise<void> => {
    try {
      await auth.api.getSession({ headers: bearerHeaders(digest) });
    } catch (error) {
      // A lookup only uses the database, and the library hides the database's errors.
      throw unavailable(error);
    }
  };
  return {
    hasher,
    async request({ method, path, body, bearer: token, ip, agent, newPassword: password, ...known }) {
      const ready = password === undefined ? undefined : { password, hash: await hasher.hash(password) };
      const headers = token === undefined ? new Headers() : bearerHeaders(tokenDigest(token));
      headers.set('content-type', 'application/json');
      headers.set(addressHeader, ip);
      const request = new Request(`${publicUrl}${path}`, {
        method,
        headers,
        ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
      });
      return answerSecrets(async () => {
        const { result: response, pending } = await withPassword(() => auth.handler(request), {
          ready,
          mark: known.passwordMark,
          origin: { ip, agent },
          isVerified: known.isVerified,
          signedInAt: known.signedInAt,
          factorId: known.factorId,
        });
        if (method !== 'GET') await store.engine.flush();
        const text = await response.text();
        return {
          status: response.status,
          body: text === '' ? undefined : (JSON.parse(text) as unknown),
          pending,
        };
      });
    },
    async checkPassword(userId, password) {
      const hash = await findPasswordHash(store.read, userId);
      return hash !== undefined && (await hasher.verify({ hash, password })) ? passwordMark(hash) : undefined;
    },
    async findSession(sessionToken) {
      const digest = tokenDigest(sessionToken);
      const session = await findLive(store.read, digest);
      if (session === undefined || isFresh(session)) return session;
      await renew(digest);
      return findLive(store.read, digest);
    },
    findSessionIn: (read, sessionToken) => findLive(read, tokenDigest(sessionToken)),
  };
};

/** The secrets that the current request issues, by digest. */
const issued = new AsyncLocalStorage<Map<string, string>>();

/**
 * The accounts library stores what it returns. It gets the digest of a secret instead, so that nothing in the database
 * can be used in place of one.
 */
const issueSecret = (secret: string, digest = tokenDigest(secret)): string => {
  issued.getStore()?.set(digest, secret);
  return digest;
};

/**
 * Runs a request of the library and puts the secrets back into its response, because the library knows only digests.
 */
const answerSecrets = async <A extends { body: unknown }>(handle: () => Promise<A>): Promise<A> => {
  const secrets = new Map<string, string>();
  const answer = await issued.run(secrets, handle);
  const { body } = answer;
  if (typeof body !== 'object' || body === null) return answer;
  const withSecrets = Object.entries(body).map(([key, value]) => [key, secrets.get(String(value)) ?? value]);
  return { ...answer, body: Object.fromEntries(withSecrets) as unknown };
};
