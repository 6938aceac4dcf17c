import { limits, type Endpoint } from '@patchbay/contract';
import type { Context } from '../context.ts';
import { isOwnerAnywhere } from '../store/rows/second-factors.ts';
import type { Actor } from './rights.ts';
import { ApiError, secondFactorRequired } from '../errors.ts';
import { findPasskeys } from '../store/rows/passkeys.ts';

type Tools = Pick<Context, 'config' | 'store'>;
type User = Pick<Extract<Actor, { kind: 'user' }>, 'userId' | 'isModerator'>;

/** Whether a setting that asks more of some accounts means this user. */
const isMeant = async (
  level: Context['config']['SECOND_FACTOR'],
  { store }: Tools,
  { userId, isModerator }: User,
): Promise<boolean> => {
  switch (level) {
    case 'off':
      return false;
    case 'popular':
      return isOwnerAnywhere(store.read, userId, limits.popularDownloadsMin);
    case 'required':
      return isModerator || isOwnerAnywhere(store.read, userId, undefined);
    case 'everyone':
      return true;
  }
};

/** Whether a user needs a second factor for what cannot be undone. */
export const needsSecondFactor = (tools: Tools, user: User): Promise<boolean> =>
  isMeant(tools.config.SECOND_FACTOR, tools, user);

/** Whether a user needs a passkey for what cannot be undone. */
export const needsPasskey = (tools: Tools, user: User): Promise<boolean> =>
  isMeant(tools.config.PASSKEY, tools, user);

/**
 * Refuses the person of a session who proved who they are too long ago: whoever found the session may not know how. And
 * the person who needs a second factor, or a passkey, and proved none. Sign-ins are dated by the machine's clock, as sessions are.
 */
export const demandRecentSignIn = async (
  context: Pick<Context, 'config' | 'store'>,
  actor: Actor,
  { addsFactor = false }: Pick<Endpoint, 'addsFactor'> = {},
): Promise<void> => {
  if (actor.kind !== 'user' || actor.session === undefined) return;
  const { signedInAt, factorId } = actor.session;
  // One that is to come was dated before the clock was set back.
  const agoMs = Math.abs(Date.now() - signedInAt.getTime());
  if (agoMs > limits.recentSignInSeconds * 1_000) throw recentSignInRequired();
  if (!addsFactor && factorId === undefined && (await needsSecondFactor(context, actor))) {
    throw secondFactorRequired();
  }
  if (!(await needsPasskey(context, actor))) return;
  const passkeys = await findPasskeys(context.store.read, actor.userId);
  // The first passkey cannot be asked for itself; every further one and every other factor is added with it.
  if (addsFactor && passkeys.length === 0) return;
  if (!passkeys.some(({ id }) => id === factorId)) throw passkeyRequired();
};

/** As RFC 9470 has it, in the header. */
const recentSignInRequired = (): ApiError =>
  new ApiError(
    'recent_sign_in_required',
    `This needs a sign-in within the last ${limits.recentSignInSeconds / 60} minutes. Prove who you are with POST /auth/step-up, or sign in again, and repeat the request.`,
    {
      headers: {
        'www-authenticate': `Bearer error="insufficient_user_authentication", max_age=${limits.recentSignInSeconds}`,
      },
    },
  );

/** As RFC 9470 has it; `phr` is what OpenID Connect calls proofs that resist phishing. */
const passkeyRequired = (): ApiError =>
  new ApiError(
    'passkey_required',
    'Your account needs a passkey for this. Prove it with POST /auth/step-up, or add one under Account → Security, and repeat the request.',
    {
      headers: {
        'www-authenticate': 'Bearer error="insufficient_user_authentication", acr_values="phr"',
      },
    },
  );
