import { randomBytes } from 'node:crypto';
import { type Body, type Endpoints, type Reply, endpoints, limits } from '@patchbay/contract';
import { uuidv7 } from 'uuidv7';
import type { Context } from '../context.ts';
import { ApiError, unauthenticated } from '../errors.ts';
import type { Cause } from '../store/log/change.ts';
import { insertSession, insertSessionFacts } from '../store/rows/sessions.ts';
import { type UserRecord, findPasswordHash, findUser } from '../store/rows/users.ts';
import type { Writer } from '../store/store.ts';
import { SecondFactorNeeded, callAccounts } from './call-accounts.ts';
import { decideDeviceOf } from './device-codes.ts';
import { limitCodes, limitGuesses } from './limit-guesses.ts';
import { networkMark } from './network-mark.ts';
import { useFactor } from './second-factor.ts';
import type { ProvedPasskey } from './passkeys.ts';
import { type PendingSignIn, noteSession, passwordMark, proofMark } from './session-of-password.ts';
import { type SessionOrigin, factsOf } from './session-origin.ts';
import { makePendingToken, tokenDigest } from './tokens.ts';

type Tools = Pick<Context, 'accounts' | 'config' | 'failedSignIns' | 'limiter' | 'store'>;

/** Begins a session in the transaction that found its person proved. Returns its token. */
const beginSession = async (
  tx: Writer,
  { config, publicUrl }: Pick<Context, 'config' | 'publicUrl'>,
  { userId, factorId, origin }: { userId: string; factorId: string; origin: SessionOrigin },
): Promise<string> => {
  const secret = config.SECRET;
  const [id, token, now] = [uuidv7(), randomBytes(32).toString('hex'), new Date()];
  const ipAddress = networkMark(secret, origin.ip);
  await insertSession(tx, { id, userId, token: tokenDigest(token), ipAddress, now });
  await insertSessionFacts(tx, factsOf(secret, id, origin, { signedInAt: now, factorId }));
  await noteSession(tx, { userId, mark: ipAddress, ip: origin.ip, site: { config, publicUrl } });
  return token;
};

const requireNotBanned = ({ isBanned }: UserRecord): void => {
  if (isBanned) throw new ApiError('forbidden', 'This account is banned. Contact the moderators.');
};

/** A session of the account with this password, or what has to be completed by its second factor. */
export const signInByPassword = (
  tools: Tools,
  body: Body<Endpoints['signIn']>,
  { ip, agent }: SessionOrigin,
): Promise<Reply<Endpoints['signIn']> | SecondFactorNeeded> =>
  limitGuesses(tools, { email: body.email, ip }, () =>
    callAccounts(tools.accounts, endpoints.signIn, { bearer: undefined, ip, agent, body }).catch(
      (error: unknown) => {
        if (error instanceof SecondFactorNeeded) return error;
        throw error;
      },
    ),
  );

/** What a sign-in is answered with whose second factor has to follow. */
export const pendingSignIn = (
  { config, now }: Pick<Context, 'config' | 'now'>,
  { userId, passwordMark: mark, device }: PendingSignIn & { device?: string | undefined },
): { token: string; second_factor: true } => {
  const expires = Math.floor(now().getTime() / 1_000) + limits.pendingSignInSeconds;
  return { token: makePendingToken(config.SECRET, { userId, expires, device }, mark), second_factor: true };
};

interface SecondStep {
  userId: string;
  code: string;
  cause: Cause;
}

/**
 * Completes a sign-in by a code of the second factor, and does what follows in the transaction that uses the code up.
 * Throws if the code is wrong, and `unauthenticated` if the password was replaced or the factor removed since.
 */
const completeByFactor = <Result>(
  tools: Pick<Context, 'config' | 'limiter' | 'publicUrl' | 'store'>,
  isPending: (passwordMark: string) => boolean,
  { userId, code, cause }: SecondStep,
  follow: (tx: Writer, proof: { factorId: string; hash: string }) => Promise<Result>,
): Promise<Result & { user: UserRecord }> =>
  limitCodes(tools, userId, () =>
    tools.store.write({ ...cause, actor: `user:${userId}` }, async (tx) => {
      const user = await findUser(tx.db, userId);
      // None of an account whose only way in is an external provider.
      const hash = (await findPasswordHash(tx.db, userId)) ?? '';
      if (user === undefined || !isPending(passwordMark(hash))) throw signInAgain();
      requireNotBanned(user);
      const factorId = await useFactor(tx, tools, userId, code);
      if (factorId === undefined) throw signInAgain();
      return { ...(await follow(tx, { factorId, hash })), user };
    }),
  );

/** As `completeByFactor`, and begins a session. */
export const signInByFactor = (
  tools: Pick<Context, 'config' | 'limiter' | 'publicUrl' | 'store'>,
  isPending: (passwordMark: string) => boolean,
  { origin, ...step }: SecondStep & { origin: SessionOrigin },
): Promise<{ token: string; user: UserRecord }> =>
  completeByFactor(tools, isPending, step, async (tx, { factorId }) => ({
    token: await beginSession(tx, tools, { userId: step.userId, factorId, origin }),
  }));

/** As `completeByFactor`, and approves the device whose user code has this digest. */
export const approveByFactor = (
  tools: Pick<Context, 'config' | 'limiter' | 'publicUrl' | 'store'>,
  isPending: (passwordMark: string) => boolean,
  { device, ...step }: SecondStep & { device: string },
): Promise<{ program: string; user: UserRecord }> =>
  completeByFactor(tools, isPending, step, async (tx, { factorId, hash }) => ({
    program: await decideDeviceOf(tx, device, {
      status: 'approved',
      userId: step.userId,
      passwordMark: proofMark(hash, factorId),
    }),
  }));

export const isPendingAs =
  (pending: PendingSignIn) =>
  (mark: string): boolean =>
    mark === pending.passwordMark;

export const signInAgain = (): ApiError =>
  unauthenticated('no pending sign-in', 'This sign-in has expired. Begin again.');

/** Begins a session by a passkey, which counts as the password and as a second factor. */
export const signInByPasskey = (
  tools: Pick<Context, 'config' | 'publicUrl' | 'store'>,
  { id, userId, use }: ProvedPasskey,
  { cause, origin }: { cause: Cause; origin: SessionOrigin },
): Promise<{ token: string; user: UserRecord }> =>
  tools.store.write({ ...cause, actor: `user:${userId}` }, async (tx) => {
    const user = await findUser(tx.db, userId);
    if (user === undefined) throw signInAgain();
    requireNotBanned(user);
    await use(tx);
    return { token: await beginSession(tx, tools, { userId, factorId: id, origin }), user };
  });
