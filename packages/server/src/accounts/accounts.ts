import { betterAuth, type BetterAuthOptions } from 'better-auth';
import { isAPIError } from 'better-auth/api';
import { admin, bearer } from 'better-auth/plugins';
import type { FastifyBaseLogger } from 'fastify';
import { uuidv7 } from 'uuidv7';
import type { Config } from '../config.ts';
import { unavailable } from '../errors.ts';
import type { Reader, Store } from '../store/store.ts';
import { type UserRecord, findSession, findUser, moderatorRole } from '../store/rows/users.ts';
import { type PasswordHasher, scryptHasher } from './password-hasher.ts';
import { tokenDigest } from './personal-access-token.ts';
import { answerTokens, storeDigest } from './session-tokens.ts';

/** The header by which we, and nobody else, tell the library the caller's address. */
const addressHeader = 'x-patchbay-address';

const sessionSeconds = 30 * 24 * 60 * 60;
const renewAfterSeconds = 24 * 60 * 60;

export interface Accounts {
  /** Hands a request to the library and returns its answer: status and JSON. */
  request(call: {
    method: string;
    path: string;
    body?: unknown;
    bearer: string | undefined;
    ip: string;
  }): Promise<{ status: number; body: unknown; headers: Headers }>;
  /** The user whose session this token is, or undefined when it is unknown or over. */
  findUser(sessionToken: string): Promise<UserRecord | undefined>;
  /** As `findUser`, by what `read` finds; the session is not renewed. */
  findUserIn(read: Reader, sessionToken: string): Promise<UserRecord | undefined>;
}

/** Where the library's own complaints go. */
type ErrorLog = Pick<FastifyBaseLogger, 'error'>;

/** What the library is told; a test holds its idea of the tables against ours. */
export const accountsOptions = (
  store: Store,
  config: Config,
  publicUrl: string,
  log: ErrorLog,
  hasher: PasswordHasher = scryptHasher,
) =>
  ({
    appName: 'Patchbay',
    baseURL: publicUrl,
    basePath: '/auth',
    secret: config.SECRET,
    database: { ...store.engine.accounts, transaction: true },
    emailAndPassword: {
      enabled: true,
      autoSignIn: true,
      disableSignUp: config.SIGN_UP === 'closed',
      minPasswordLength: 8,
      maxPasswordLength: 128,
      password: hasher,
    },
    session: { expiresIn: sessionSeconds, updateAge: renewAfterSeconds },
    plugins: [bearer(), admin({ adminRoles: [moderatorRole] })],
    rateLimit: {
      enabled: true,
      window: 60,
      max: 600,
      customRules: {
        '/sign-in/email': { window: 60, max: 20 },
        '/sign-up/email': { window: 60, max: 20 },
        '/change-password': { window: 60, max: 20 },
      },
    },
    advanced: {
      database: { generateId: () => uuidv7() },
      ipAddress: { ipAddressHeaders: [addressHeader] },
      // Cookies are never read here, so a foreign page has nothing to ride on.
      disableCSRFCheck: true,
      disableOriginCheck: true,
    },
    databaseHooks: {
      user: {
        create: {
          after: (user) =>
            store.write({ actor: `user:${user.id}` }, (tx) =>
              tx.append({ kind: 'user.created', about: user, after: { name: user.name } }),
            ),
        },
      },
      session: { create: { before: async (session) => storeDigest(session) } },
    },
    // No flow in use writes one. What a later one writes is a secret as well.
    verification: { storeIdentifier: 'hashed' },
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      disableColors: true,
      log: (_level, message, ...causes) =>
        log.error({ err: causes.find((cause) => cause instanceof Error) }, message),
    },
    onAPIError: {
      // What is no answer of the library's own is ours to judge.
      onError: (error) => {
        if (!isAPIError(error)) throw error;
      },
    },
  }) satisfies BetterAuthOptions;

/**
 * Whether a session is neither over nor to be renewed, so that to read it is enough. What else there is to do about a
 * token the library does, at several times the cost: it goes by way of a signed cookie.
 */
const isFresh = ({ expiresAt }: { expiresAt: Date }): boolean =>
  expiresAt.getTime() - Date.now() > (sessionSeconds - renewAfterSeconds) * 1_000;

/** Accounts, passwords and sessions, kept by better-auth in our own database. */
export const openAccounts = (...given: Parameters<typeof accountsOptions>): Accounts => {
  const [store, , publicUrl] = given;
  const auth = betterAuth(accountsOptions(...given));
  const bearerHeaders = (digest: string) => new Headers({ authorization: `Bearer ${digest}` });
  const findUserId = async (digest: string): Promise<string | undefined> => {
    try {
      const found = await auth.api.getSession({ headers: bearerHeaders(digest) });
      return found?.user.id;
    } catch (error) {
      // A look-up asks nothing but the database, and the library hides what failed there.
      throw unavailable(error);
    }
  };
  return {
    async request({ method, path, body, bearer: token, ip }) {
      const headers = token === undefined ? new Headers() : bearerHeaders(tokenDigest(token));
      headers.set('content-type', 'application/json');
      headers.set(addressHeader, ip);
      const request = new Request(`${publicUrl}${path}`, {
        method,
        headers,
        ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
      });
      return answerTokens(async () => {
        const response = await auth.handler(request);
        if (method !== 'GET') await store.engine.flush();
        const text = await response.text();
        return {
          status: response.status,
          body: text === '' ? undefined : (JSON.parse(text) as unknown),
          headers: response.headers,
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
