import { AsyncLocalStorage } from 'node:async_hooks';
import { limits } from '@patchbay/contract';
import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { APIError, isAPIError } from 'better-auth/api';
import { admin } from 'better-auth/plugins/admin';
import { bearer } from 'better-auth/plugins/bearer';
import { deviceAuthorization } from 'better-auth/plugins/device-authorization';
import type { FastifyBaseLogger } from 'fastify';
import { uuidv7 } from 'uuidv7';
import type { Config } from '../config.ts';
import { unavailable } from '../errors.ts';
import { moderatorRole } from '../store/rows/users.ts';
import type { Store } from '../store/store.ts';
import { makeDeviceCode, makeUserCode, userCodeDigest } from './device-codes.ts';
import { externalSession } from './external-session.ts';
import { type PasswordHasher, scryptHasher } from './password-hasher.ts';
import { networkMark } from './session-origin.ts';
import {
  type PendingSignIn,
  isNewVerified,
  notingHasher,
  renewAfterSeconds,
  sessionSeconds,
  settleSession,
  withPassword,
} from './session-of-password.ts';
import { tokenDigest } from './tokens.ts';

/** The header that passes the caller's address to better-auth. Only the server sets it. */
const addressHeader = 'x-patchbay-address';

/** A request to better-auth. */
export interface LibraryCall {
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
}

export interface LibraryAnswer {
  status: number;
  body: unknown;
  /** Of a sign-in that was refused only because it lacks the second factor. */
  pending?: PendingSignIn | undefined;
}

/** What is used of better-auth. */
export interface Library {
  request(call: LibraryCall): Promise<LibraryAnswer>;
  /** Has the session with this digest last longer, if that is due. */
  renew(digest: string): Promise<void>;
}

/** Receives better-auth's log messages. */
type ErrorLog = Pick<FastifyBaseLogger, 'error'>;

/** The configuration of better-auth. A test compares its tables with ours. */
export const accountsOptions = (
  store: Store,
  config: Config,
  publicUrl: string,
  log: ErrorLog,
  hasher: PasswordHasher = scryptHasher,
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
          after: async (session) => {
            const site = { config, publicUrl: siteUrl };
            if (await settleSession(store, { secret: config.SECRET, site }, session)) return;
            throw new APIError('UNAUTHORIZED', { code: 'INVALID_EMAIL_OR_PASSWORD' });
          },
        },
      },
    },
    // No flow writes one: links in messages are rows of our own, which end with their use.
    verification: { storeIdentifier: 'hashed' },
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      disableColors: true,
      log: (_level, message, ...causes) => {
        const cause = causes.find((one) => one instanceof Error);
        const request = underWay.getStore();
        if (request !== undefined && store.engine.isUnavailable(cause)) request.away ??= cause;
        else log.error({ err: cause }, message);
      },
    },
    onAPIError: {
      // Errors that are not the library's own are ours to handle.
      onError: (error) => {
        if (!isAPIError(error)) throw error;
      },
    },
  }) satisfies BetterAuthOptions;

export const openLibrary = (
  ...[store, config, publicUrl, log, hasher = scryptHasher, siteUrl]: Parameters<typeof accountsOptions>
): Library => {
  const auth = betterAuth(accountsOptions(store, config, publicUrl, log, hasher, siteUrl));
  const bearerHeaders = (digest: string) => new Headers({ authorization: `Bearer ${digest}` });
  return {
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
        const { result: response, pending } = await withPassword(() => orAway(() => auth.handler(request)), {
          ready,
          mark: known.passwordMark,
          origin: { ip, agent },
          isVerified: known.isVerified,
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
    async renew(digest) {
      try {
        await auth.api.getSession({ headers: bearerHeaders(digest) });
      } catch (error) {
        // A lookup only uses the database, and the library hides the database's errors.
        throw unavailable(error);
      }
    },
  };
};

/** What the library told its log of the current request, and hides from its answer: that the database is away. */
const underWay = new AsyncLocalStorage<{ away?: Error | undefined }>();

/** Throws that error in place of what the library makes of it. */
const orAway = async (handle: () => Promise<Response>): Promise<Response> => {
  const request: { away?: Error | undefined } = {};
  const response = await underWay.run(request, handle);
  if (!response.ok && request.away !== undefined) throw request.away;
  return response;
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
