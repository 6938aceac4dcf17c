import { type Endpoints, type ProvedCredential, limits } from '@patchbay/contract';
import { limitCodes, limitGuesses } from '../../accounts/limit-attempts.ts';
import { provePasskey } from '../../accounts/passkeys.ts';
import { useFactor, wrongCode } from '../../accounts/second-factor.ts';
import { passwordMark } from '../../accounts/session-of-password.ts';
import { type Act, act } from '../../authorization/act.ts';
import { requireSession } from '../../authorization/publisher.ts';
import { knownUser } from '../../authorization/user.ts';
import { type ApiError, invalidValue } from '../../errors.ts';
import { findFactorId } from '../../store/rows/second-factors.ts';
import { updateSessionFacts } from '../../store/rows/sessions.ts';
import { findPasswordHash } from '../../store/rows/users.ts';
import type { Call, Operation } from '../operation.ts';

type StepUp = Operation<Endpoints['stepUp']>;

/** The person of the session proves again who they are, by the strongest that the account has. */
export const stepUp: StepUp = async (context, call) => {
  const { userId } = requireSession(call.claimed);
  const { code, credential } = call.body;
  if (credential !== undefined) return stepUpByPasskey(context, call, credential);
  if (code === undefined) return stepUpByPassword(context, call, userId);
  const { email } = await knownUser(context.store.read, call.claimed);
  return limitCodes(context, { userId, from: { email, ip: call.ip } }, () =>
    act(context, call, async (tx) => {
      const factorId = await useFactor(tx, context, userId, code);
      if (factorId === undefined) throw wrongCode('The account has no second factor. Send its password.');
      return refresh(tx, factorId);
    }),
  );
};

const stepUpByPasskey = async (
  context: Parameters<StepUp>[0],
  call: Call<Endpoints['stepUp']>,
  credential: ProvedCredential,
) => {
  const passkey = await provePasskey(context, credential);
  return act(context, call, async (tx) => {
    const { userId } = requireSession(tx.actor);
    if (passkey.userId !== userId)
      throw wrong('credential', 'The passkey is of another account. Use your own.');
    await passkey.use(tx);
    return refresh(tx, passkey.id);
  });
};

/** A password that was replaced while it was checked proves nothing, nor does one beside a second factor. */
const stepUpByPassword = async (
  context: Parameters<StepUp>[0],
  { ip, body: { password }, ...caller }: Call<Endpoints['stepUp']>,
  userId: string,
) => {
  if (password === undefined) throw wrongPassword('Send the password, or the code of a second factor.');
  const user = await knownUser(context.store.read, caller.claimed);
  const isOff = context.config.SIGN_IN === 'oidc';
  if (isOff || (await findPasswordHash(context.store.read, userId)) === undefined) {
    throw wrongPassword(
      `${isOff ? 'This registry takes no passwords' : 'The account has no password'}. Use a passkey, or sign in again.`,
    );
  }
  return limitGuesses(context, { email: user.email, ip }, async () => {
    const mark = await context.accounts.checkPassword(userId, password);
    if (mark === undefined) throw wrongPassword();
    return act(context, caller, async (tx) => {
      if ((await findFactorId(tx.db, userId)) !== undefined) {
        throw wrongCode('The account has a second factor. Send a code of it, or prove a passkey.');
      }
      const hash = await findPasswordHash(tx.db, userId);
      if (hash === undefined || passwordMark(hash) !== mark) throw wrongPassword();
      return refresh(tx);
    });
  });
};

const refresh = async (tx: Act, factorId?: string) => {
  const { session } = requireSession(tx.actor);
  const now = new Date();
  const change = {
    signed_in_at: now.toISOString(),
    ...(factorId === undefined ? {} : { factor_id: factorId }),
  };
  await updateSessionFacts(tx, session, change);
  return { recent_until: new Date(now.getTime() + limits.recentSignInSeconds * 1_000).toISOString() };
};

/** The session stays: 401 would say that it is over. */
const wrong = (field: string, message: string): ApiError => invalidValue(`/${field}`, message);

const wrongPassword = (message = 'This is not the password of the account. Type it again.'): ApiError =>
  wrong('password', message);
