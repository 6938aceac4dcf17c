import { type Endpoints, endpoints } from '@patchbay/contract';
import { limitGuesses } from '../../accounts/limit-attempts.ts';
import { requireGoodPassword } from '../../accounts/password-rules.ts';
import { hostOf, tellUser } from '../../accounts/tell.ts';
import { callAccounts } from '../../accounts/call-accounts.ts';
import { requireSession } from '../../authorization/publisher.ts';
import { knownUser } from '../../authorization/user.ts';
import { secondFactorRequired } from '../../errors.ts';
import { deleteLinksOfPassword } from '../../store/rows/account-links.ts';
import { findFactorId } from '../../store/rows/second-factors.ts';
import { endOtherSessions } from '../../store/rows/sessions.ts';
import type { Operation } from '../operation.ts';

/**
 * Changes the password of the caller, who proves the present one. Other sessions end. A session that replaces the
 * caller's own was signed in to when that was.
 */
export const changePassword: Operation<Endpoints['changePassword']> = async (
  context,
  { cause, claimed, bearer, ip, agent, body },
) => {
  const { accounts, store } = context;
  const { userId, session } = requireSession(claimed);
  const user = await knownUser(store.read, claimed);
  const factorId = await findFactorId(store.read, userId);
  // A session from before the factor: the library would end it with the others and begin none.
  if (factorId !== undefined && session.factorId === undefined) throw secondFactorRequired();
  await requireGoodPassword(context, body.newPassword, user, 'newPassword');
  const reply = await limitGuesses(context, { email: user.email, ip }, async () =>
    callAccounts(accounts, endpoints.changePassword, {
      bearer,
      ip,
      agent,
      body,
      signedInAt: session.signedInAt,
      // Of a session that proved a passkey, it is enough for the authenticator app, too.
      factorId,
    }),
  );
  await store.write(cause, async (tx) => {
    // With a new token, the library has ended them all.
    if (reply.token === undefined) await endOtherSessions(tx, userId, session.id);
    await deleteLinksOfPassword(tx, userId);
    await tx.append({ kind: 'user.password-changed', about: user });
    await tellUser(tx, context, user, {
      what: 'password-changed',
      subject: `Your password at ${hostOf(context)} was changed`,
      paragraphs: [
        `The password of your account at ${hostOf(context)} was changed by somebody who knew it. All other sessions ended.`,
      ],
    });
  });
  return reply;
};
