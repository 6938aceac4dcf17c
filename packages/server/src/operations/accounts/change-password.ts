import { type Endpoints, endpoints } from '@patchbay/contract';
import { limitGuesses } from '../../accounts/limit-guesses.ts';
import { callAccounts } from '../../accounts/call-accounts.ts';
import { requireUser } from '../../authorization/publisher.ts';
import { unauthenticated } from '../../errors.ts';
import { findUser } from '../../store/rows/users.ts';
import type { Operation } from '../operation.ts';

/** Changes the password of the caller, who proves the present one. */
export const changePassword: Operation<Endpoints['changePassword']> = async (
  context,
  { claimed, bearer, ip, body },
) => {
  const { userId } = requireUser(claimed);
  const user = await findUser(context.store.read, userId);
  if (user === undefined) throw unauthenticated('the user is gone');
  return limitGuesses(context, { email: user.email, ip }, () =>
    callAccounts(context.accounts, endpoints.changePassword, { bearer, ip, body }),
  );
};
