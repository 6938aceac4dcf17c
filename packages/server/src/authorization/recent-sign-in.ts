import { type Endpoint, limits } from '@patchbay/contract';
import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';
import type { Actor } from './rights.ts';
import { needsSecondFactor } from './second-factor.ts';

/**
 * Refuses the person of a session who proved who they are too long ago: whoever found the session may not know how. And
 * the person who needs a second factor and proved none. Sign-ins are dated by the machine's clock, as sessions are.
 */
export const demandRecentSignIn = async (
  context: Pick<Context, 'config' | 'store'>,
  actor: Actor,
  { addsFactor = false }: Pick<Endpoint, 'addsFactor'> = {},
): Promise<void> => {
  if (actor.kind !== 'user' || actor.session === undefined) return;
  const { signedInAt, factorId } = actor.session;
  if (Date.now() - signedInAt.getTime() > limits.recentSignInSeconds * 1_000) throw recentSignInRequired();
  if (addsFactor || factorId !== undefined) return;
  if (await needsSecondFactor(context, actor)) throw secondFactorRequired();
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

const secondFactorRequired = (): ApiError =>
  new ApiError(
    'second_factor_required',
    'Your account needs a second factor for this. Sign in with your passkey, or add a passkey or an authenticator app under Account → Security, and repeat the request.',
  );
