import type { Endpoints } from '@patchbay/contract';
import { SecondFactorNeeded } from '../../accounts/call-accounts.ts';
import { pendingSignIn, signInAgain, signInByPassword } from '../../accounts/sign-in.ts';
import { presentAccount } from '../../present/account.ts';
import { findUser } from '../../store/rows/users.ts';
import type { Operation } from '../operation.ts';

/** Begins a session of the account with this password, or says that its second factor has to follow. */
export const signIn: Operation<Endpoints['signIn']> = async (context, { ip, agent, body }) => {
  const signedIn = await signInByPassword(context, body, { ip, agent });
  if (!(signedIn instanceof SecondFactorNeeded)) return signedIn;
  const { pending } = signedIn;
  const user = await findUser(context.store.read, pending.userId);
  if (user === undefined) throw signInAgain();
  return { ...(await pendingSignIn(context, pending)), user: presentAccount(user) };
};
