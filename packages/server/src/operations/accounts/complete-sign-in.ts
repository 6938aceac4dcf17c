import type { Endpoints } from '@patchbay/contract';
import { approveByFactor, proofOf, signInAgain, signInByFactor } from '../../accounts/sign-in.ts';
import { isPendingToken, readPendingToken } from '../../accounts/tokens.ts';
import { presentAccount } from '../../present/account.ts';
import type { Operation } from '../operation.ts';

/** The second step of a sign-in: begins the session, or approves the device that it was for. */
export const completeSignIn: Operation<Endpoints['completeSignIn']> = async (
  context,
  { cause, ip, agent, body: { token: pending, ...proof } },
) => {
  const grant = readPendingToken(pending, context.now());
  if (grant === undefined) throw signInAgain();
  const { userId, device } = grant;
  const isPending = (mark: string) => isPendingToken(context.config.SECRET, pending, mark);
  const step = { userId, prove: await proofOf(context, userId, proof), cause, origin: { ip, agent } };
  const { user, ...begun } =
    device === undefined
      ? await signInByFactor(context, isPending, step)
      : await approveByFactor(context, isPending, { ...step, device });
  return { ...begun, user: presentAccount(user) };
};
