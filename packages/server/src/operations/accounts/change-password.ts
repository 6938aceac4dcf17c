import { type Endpoints, endpoints } from '@patchbay/contract';
import { limitGuesses } from '../../accounts/limit-guesses.ts';
import { requireGoodPassword } from '../../accounts/password-rules.ts';
import { hostOf, tellUser } from '../../accounts/tell.ts';
import { callAccounts } from '../../accounts/call-accounts.ts';
import { requireUser } from '../../authorization/publisher.ts';
import { unauthenticated } from '../../errors.ts';
import { findUser } from '../../store/rows/users.ts';
import type { Operation } from '../operation.ts';

/** Changes the password of the caller, who proves the present one. */
export const changePassword: Operation<Endpoints['changePassword']> = async (
  context,
  { cause, claimed, bearer, ip, body },
) => {
  const { userId } = requireUser(claimed);
  const user = await findUser(context.store.read, userId);
  if (user === undefined) throw unauthenticated('the user is gone');
  await requireGoodPassword(context, body.newPassword, user, 'newPassword');
  const reply = await limitGuesses(context, { email: user.email, ip }, () =>
    callAccounts(context.accounts, endpoints.changePassword, { bearer, ip, body }),
  );
  await context.store.write(cause, async (tx) => {
    await tx.append({ kind: 'user.password-changed', about: user });
    await tellUser(tx, context, user, {
      what: 'password-changed',
      subject: `Your password at ${hostOf(context)} was changed`,
      paragraphs: [`The password of your account at ${hostOf(context)} was changed by somebody who knew it.`],
    });
  });
  return reply;
};
