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
import { type UserStanding, findSession, findUser, moderatorRole } from '../store/rows/users.ts';
import type { ReadConnection, Store } from '../store/store.ts';
import { externalSession } from './external-session.ts';
import { makeDeviceCode, makeUserCode, userCodeDigest } from './device-codes.ts';
import { type PasswordHasher, scryptHasher } from './password-hasher.ts';
import { networkMark } from './network-mark.ts';
import { isNewVerified, notingHasher, settleSession, withPassword } from './session-of-password.ts';
import { tokenDigest } from './tokens.ts';

/** The header that passes the caller's address to the library. Only the server sets it. */
const addressHeader = 'x-patchbay-address';

const sessionSeconds = 30 * 24 * 60 * 60;
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
    /** The password that the request gives a new account. */
    newPassword?: string;
    /** The mark of the password with which its new session was approved; see `session-of-password.ts`. */
    passwordMark?: string | undefined;
    /** Whether the address of the new account was verified. */
    isVerified?: boolean;
  }): Promise<{ status: number; body: unknown }>;
  /** The user of the session with this token, or undefined if the token is unknown or the session has expired. */
  findUser(sessionToken: string): Promise<UserStanding | undefined>;
  /** Like `findUser`, but reads with `read` and does not renew the session. */
  findUserIn(read: ReadConnection, sessionToken: string): Promise<UserStanding | undefined>;
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
          after: (session) => settleSession(store, { config, publicUrl: siteUrl }, session),
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

/**
 * Whether a session has neither expired nor is due for renewal, so that reading it is enough. For any other token we
 * call the library, at several times the cost, because it goes through a signed cookie.
 */
const isFresh = ({ expiresAt }: { expiresAt: Date }): boolean =>
  expiresAt.getTime() - Date.now() > (sessionSeconds - renewAfterSeconds) * 1_000;

/** Accounts, passwords and sessions, stored by better-auth in our own database. */
export const openAccounts = (...given: Parameters<typeof accountsOptions>): Accounts => {
  const [store, , publicUrl, , hasher = scryptHasher] = given;
  const auth = betterAuth(accountsOptions(...given));
  const bearerHeaders = (digest: string) => new Headers({ authorization: `Bearer ${digest}` });
  const findUserId = async (digest: string): Promise<string | undefined> => {
    try {
      const found = await auth.api.getSession({ headers: bearerHeaders(digest) });
      return found?.user.id;
    } catch (error) {
      // A lookup only uses the database, and the library hides the database's errors.
      throw unavailable(error);
    }
  };
  return {
    hasher,
    async request({
      method,
      path,
      body,
      bearer: token,
      ip,
      newPassword: password,
      passwordMark,
      isVerified,
    }) {
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
        const response = await withPassword(() => auth.handler(request), {
          ready,
          mark: passwordMark,
          ip,
          isVerified,
        });
        if (method !== 'GET') await store.engine.flush();
        const text = await response.text();
        return {
          status: response.status,
          body: text === '' ? undefined : (JSON.parse(text) as unknown),
        };
      });
    },
    async findUser(sessionToken) {
      const digest = tokenDigest(sessionToken);
      const session = await findSession(store.read, digest);
      if (session !== undefined && isFresh(session)) return session.user;
      const userId = await findUserId(digest);
      return userId === undefined ? undefined : findUser(store.read, userId);
    },
    async findUserIn(read, sessionToken) {
      const session = await findSession(read, tokenDigest(sessionToken));
      return session !== undefined && session.expiresAt.getTime() > Date.now() ? session.user : undefined;
    },
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
