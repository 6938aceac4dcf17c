import type { Endpoints } from '@patchbay/contract';
import { limitGuesses } from '../../accounts/limit-attempts.ts';
import { requireGoodPassword } from '../../accounts/password-rules.ts';
import { passwordMark } from '../../accounts/session-of-password.ts';
import { beginSession } from '../../accounts/sign-in.ts';
import { hostOf, tellUser } from '../../accounts/tell.ts';
import { act } from '../../authorization/act.ts';
import { requireSession } from '../../authorization/publisher.ts';
import { knownUser } from '../../authorization/user.ts';
import { type ApiError, invalidValue, secondFactorRequired } from '../../errors.ts';
import { presentAccount } from '../../present/account.ts';
import { deleteLinksOfPassword } from '../../store/rows/account-links.ts';
import { findFactorId } from '../../store/rows/second-factors.ts';
import { endOtherSessions, endSessions } from '../../store/rows/sessions.ts';
import { findPasswordHash, setPasswordHash } from '../../store/rows/users.ts';
import type { Operation } from '../operation.ts';

/**
 * Changes the password of the caller, who proves the present one. Other sessions end. A session that replaces the
 * caller's own was signed in to when that was.
 */
export const changePassword: Operation<Endpoints['changePassword']> = async (
  context,
  { body: { currentPassword, newPassword, revokeOtherSessions = false }, ip, agent, ...caller },
) => {
  const { accounts, store } = context;
  const { userId, session: claimed } = requireSession(caller.claimed);
  const known = await knownUser(store.read, caller.claimed);
  // A session from before the factor.
  if (claimed.factorId === undefined && (await findFactorId(store.read, userId)) !== undefined) {
    throw secondFactorRequired();
  }
  if ((await findPasswordHash(store.read, userId)) === undefined) {
    throw invalidValue(
      '/currentPassword',
      'The account has no password. Set one by the link of POST /auth/request-password-reset.',
    );
  }
  await requireGoodPassword(context, newPassword, known, 'newPassword');
  return limitGuesses(context, { email: known.email, ip }, async () => {
    const mark = await accounts.checkPassword(userId, currentPassword);
    if (mark === undefined) throw wrongPassword();
    const hash = await accounts.hasher.hash(newPassword);
    return act(context, caller, async (tx) => {
      const { session } = requireSession(tx.actor);
      const user = await knownUser(tx.db, tx.actor);
      // One that was replaced while it was checked proves nothing: the one in its place stays.
      const present = await findPasswordHash(tx.db, userId);
      if (present === undefined || passwordMark(present) !== mark) throw wrongPassword();
      await setPasswordHash(tx, userId, hash);
      await (revokeOtherSessions ? endSessions(tx, userId) : endOtherSessions(tx, userId, session.id));
      await deleteLinksOfPassword(tx, userId);
      await tx.append({ kind: 'user.password-changed', about: user });
      await tellUser(tx, context, user, {
        what: 'password-changed',
        subject: `Your password at ${hostOf(context)} was changed`,
        paragraphs: [
          `The password of your account at ${hostOf(context)} was changed by somebody who knew it. All other sessions ended.`,
        ],
      });
      if (!revokeOtherSessions) return { user: presentAccount(user) };
      // Of a session that proved a passkey, it is enough for the authenticator app, too.
      const factorId = await findFactorId(tx.db, userId);
      const { signedInAt } = session;
      const token = await beginSession(tx, context, { userId, factorId, signedInAt, origin: { ip, agent } });
      return { token, user: presentAccount(user) };
    });
  });
};

const wrongPassword = (): ApiError =>
  invalidValue('/currentPassword', 'This is not the password of the account. Type it again.');
