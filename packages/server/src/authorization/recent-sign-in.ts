import { type Endpoint, limits } from '@patchbay/contract';
import type { Context } from '../context.ts';
import { ApiError, secondFactorRequired } from '../errors.ts';
import { findPasskeys } from '../store/rows/passkeys.ts';
import type { Actor } from './rights.ts';
import { needsPasskey, needsSecondFactor } from './second-factor.ts';

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
  if (Date.now() - signedInAt.getTime() > limits.recentSignInSeconds * 1_000) throw recentSignInRequired();
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
