import { randomBytes } from 'node:crypto';
import {
  type Body,
  type Endpoints,
  type ProvedCredential,
  type Reply,
  endpoints,
  limits,
} from '@patchbay/contract';
import { uuidv7 } from 'uuidv7';
import { requireNotBanned } from '../authorization/user.ts';
import type { Context } from '../context.ts';
import { ApiError, unauthenticated } from '../errors.ts';
import type { Cause } from '../store/log/change.ts';
import { findIdentitiesOf } from '../store/rows/identities.ts';
import { insertSession, insertSessionFacts } from '../store/rows/sessions.ts';
import { hasPasskey } from '../store/rows/passkeys.ts';
import { findFactorId } from '../store/rows/second-factors.ts';
import { type UserRecord, findPasswordHash, findUser, findUserByEmail } from '../store/rows/users.ts';
import type { ReadConnection, Writer } from '../store/store.ts';
import { SecondFactorNeeded, callAccounts } from './call-accounts.ts';
import { decideDeviceOf, userCodeDigest } from './device-codes.ts';
import { limitCodes, limitGuesses } from './limit-attempts.ts';
import { networkMark, type SessionOrigin, factsOf } from './session-origin.ts';
import { useFactor, wrongCode } from './second-factor.ts';
import { type ProvedPasskey, provePasskey, wrongPasskey } from './passkeys.ts';
import { type PendingSignIn, noteSession, passwordMark, proofMark } from './session-of-password.ts';
import { makePendingToken, tokenDigest } from './tokens.ts';

type Tools = Pick<Context, 'accounts' | 'breaches' | 'config' | 'failedSignIns' | 'limiter' | 'store'>;

interface NewSession {
  userId: string;
  factorId: string | undefined;
  origin: SessionOrigin;
  /** When its person proved who they are, if not now. */
  signedInAt?: Date;
}

/** Begins a session in the transaction that found its person proved. Returns its token. */
export const beginSession = async (
  tx: Writer,
  { config, publicUrl }: Pick<Context, 'config' | 'publicUrl'>,
  { userId, factorId, origin, signedInAt }: NewSession,
): Promise<string> => {
  const secret = config.SECRET;
  const [id, token, now] = [uuidv7(), randomBytes(32).toString('hex'), new Date()];
  const ipAddress = networkMark(secret, origin.ip);
  await insertSession(tx, { id, userId, token: tokenDigest(token), ipAddress, now });
  await insertSessionFacts(tx, factsOf(secret, id, origin, { signedInAt: signedInAt ?? now, factorId }));
  await noteSession(tx, { userId, mark: ipAddress, ip: origin.ip, site: { config, publicUrl } });
  return token;
};

/**
 * A session of the account with this password, which is then looked up among breached ones, or what has to be completed
 * by its second factor.
 */
export const signInByPassword = (
  tools: Tools,
  body: Body<Endpoints['signIn']>,
  { ip, agent }: SessionOrigin,
): Promise<Reply<Endpoints['signIn']> | SecondFactorNeeded> =>
  limitGuesses(tools, { email: body.email, ip }, async () => {
    const signedIn = await callAccounts(tools.accounts, endpoints.signIn, {
      bearer: undefined,
      ip,
      agent,
      body,
    }).catch(async (error: unknown) => {
      if (error instanceof SecondFactorNeeded) return error;
      if (error instanceof ApiError && error.code === 'forbidden') {
        // The password was right, so the reason may be told.
        const user = await findUserByEmail(tools.store.read, body.email);
        if (user !== undefined) requireNotBanned(user, tools.config);
      }
      throw error;
    });
    const userId = signedIn instanceof SecondFactorNeeded ? signedIn.pending.userId : signedIn.user.id;
    tools.breaches.look(userId, body.password);
    return signedIn;
  });

/** As `passwordMark`, of what an external provider vouched for: it also tells the identities from those of later. */
export const providerMark = async (read: ReadConnection, userId: string): Promise<string> => {
  const identities = await findIdentitiesOf(read, userId);
  const hash = (await findPasswordHash(read, userId)) ?? '';
  return tokenDigest(JSON.stringify([hash, ...identities.map(({ id }) => id)]));
};

/** What a sign-in is answered with whose second factor has to follow. */
export const pendingSignIn = async (
  { config, now, store }: Pick<Context, 'config' | 'now' | 'store'>,
  { userId, passwordMark: mark, device }: PendingSignIn & { device?: string | undefined },
): Promise<{ token: string; second_factor: true; passkey: boolean }> => {
  const expires = Math.floor(now().getTime() / 1_000) + limits.pendingSignInSeconds;
  const token = makePendingToken(config.SECRET, { userId, expires, device }, mark);
  return { token, second_factor: true, passkey: await hasPasskey(store.read, userId) };
};

/** Uses up what proves the second step. Returns the id of the factor; undefined if the user has none. */
type Proof = (tx: Writer) => Promise<string | undefined>;

interface SecondStep {
  userId: string;
  prove: Proof;
  cause: Cause;
  origin: SessionOrigin;
}

/** A proof of a user's second factor by a code or by a passkey. Throws if neither was sent, or the passkey is not good. */
export const proofOf = async (
  tools: Pick<Context, 'config' | 'now' | 'publicUrl' | 'store'>,
  userId: string,
  { code, credential }: { code?: string | undefined; credential?: ProvedCredential | undefined },
): Promise<Proof> => {
  if (credential !== undefined) {
    const passkey = await provePasskey(tools, credential);
    if (passkey.userId !== userId) throw wrongPasskey();
    return async (tx) => {
      await passkey.use(tx);
      return passkey.id;
    };
  }
  if (code === undefined) throw wrongCode('Send a code of the second factor, or a passkey.');
  return (tx) => useFactor(tx, tools, userId, code);
};

/**
 * Completes a sign-in by the second factor, and does what follows in the transaction that uses its proof up. Throws if the
 * proof is wrong, and `unauthenticated` if the password was replaced or the factor removed since; that counts as no
 * attempt, because anyone can make up a pending sign-in, of which only who knows the password has a good one.
 */
const completeByFactor = async <Result>(
  tools: Pick<Context, 'config' | 'failedSignIns' | 'limiter' | 'store'>,
  isPending: (passwordMark: string) => boolean,
  { userId, prove, cause, origin: { ip } }: SecondStep,
  follow: (tx: Writer, factorId: string) => Promise<Result>,
): Promise<Result & { user: UserRecord }> => {
  const pendingUser = async (read: ReadConnection): Promise<UserRecord> => {
    const user = await findUser(read, userId);
    const hash = await findPasswordHash(read, userId);
    const isGood =
      (hash !== undefined && isPending(passwordMark(hash))) || isPending(await providerMark(read, userId));
    if (user === undefined || !isGood) throw signInAgain();
    return user;
  };
  const { email } = await pendingUser(tools.store.read);
  return limitCodes(tools, { userId, from: { email, ip } }, () =>
    tools.store.write({ ...cause, actor: `user:${userId}` }, async (tx) => {
      const user = await pendingUser(tx.db);
      requireNotBanned(user, tools.config);
      const factorId = await prove(tx);
      if (factorId === undefined) throw signInAgain();
      return { ...(await follow(tx, factorId)), user };
    }),
  );
};

/** As `completeByFactor`, and begins a session. */
export const signInByFactor = (
  tools: Pick<Context, 'config' | 'failedSignIns' | 'limiter' | 'publicUrl' | 'store'>,
  isPending: (passwordMark: string) => boolean,
  step: SecondStep,
): Promise<{ token: string; user: UserRecord }> =>
  completeByFactor(tools, isPending, step, async (tx, factorId) => ({
    token: await beginSession(tx, tools, { ...step, factorId }),
  }));

/** As `completeByFactor`, and approves the device whose user code has this digest. */
export const approveByFactor = (
  tools: Pick<Context, 'config' | 'failedSignIns' | 'limiter' | 'store'>,
  isPending: (passwordMark: string) => boolean,
  { device, ...step }: SecondStep & { device: string },
): Promise<{ program: string; user: UserRecord }> =>
  completeByFactor(tools, isPending, step, async (tx) => ({
    program: await approveDeviceOf(tx, step.userId, device),
  }));

/**
 * Approves a device for a user who proved all that the account asks for. Its session stands for the second factor of the
 * account and never for a passkey, because a person can be talked into typing the code of somebody else's device.
 */
const approveDeviceOf = async (tx: Writer, userId: string, device: string): Promise<string> => {
  const hash = (await findPasswordHash(tx.db, userId)) ?? '';
  const passwordMark = proofMark(hash, await findFactorId(tx.db, userId));
  return decideDeviceOf(tx, device, { status: 'approved', userId, passwordMark });
};

export const isPendingAs =
  (pending: PendingSignIn) =>
  (mark: string): boolean =>
    mark === pending.passwordMark;

export const signInAgain = (): ApiError =>
  unauthenticated('no pending sign-in', 'This sign-in has expired. Begin again.');

/**
 * Begins a session by a passkey, which counts as the password and as a second factor, or approves the device with this
 * user code.
 */
export const signInByPasskey = (
  tools: Pick<Context, 'config' | 'publicUrl' | 'store'>,
  { id, userId, use }: ProvedPasskey,
  { cause, origin, userCode }: { cause: Cause; origin: SessionOrigin; userCode?: string | undefined },
): Promise<{ token?: string; program?: string; user: UserRecord }> =>
  tools.store.write({ ...cause, actor: `user:${userId}` }, async (tx) => {
    const user = await findUser(tx.db, userId);
    if (user === undefined) throw signInAgain();
    requireNotBanned(user, tools.config);
    await use(tx);
    if (userCode === undefined) {
      return { token: await beginSession(tx, tools, { userId, factorId: id, origin }), user };
    }
    const device = userCodeDigest(tools.config.SECRET, userCode);
    return { program: await approveDeviceOf(tx, userId, device), user };
  });
