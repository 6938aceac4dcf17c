import type { Endpoints } from '@patchbay/contract';
import { invalidLink, requireLink } from '../../accounts/links.ts';
import { requireGoodPassword } from '../../accounts/password-rules.ts';
import { hostOf, tellUser } from '../../accounts/tell.ts';
import { endOtherWaysIn, setProvenEmail } from '../../lifecycle/user.ts';
import { deleteLink, deleteLinksOfPassword, deleteLinksOfUser } from '../../store/rows/account-links.ts';
import { endSessions } from '../../store/rows/sessions.ts';
import { findUser, setPasswordHash } from '../../store/rows/users.ts';
import type { Operation } from '../operation.ts';

/** Sets a new password by the link that was sent for it, once, and ends all sessions. Whoever has the link has the mailbox. */
export const resetPassword: Operation<Endpoints['resetPassword']> = async (
  context,
  { cause, body: { token, newPassword } },
) => {
  const { accounts, config, now, store } = context;
  const link = await requireLink(store.read, token, now().toISOString(), ['reset']);
  const known = await findUser(store.read, link.user_id ?? '');
  if (known === undefined) throw invalidLink();
  await requireGoodPassword(context, newPassword, known, 'newPassword');
  const hash = await accounts.hasher.hash(newPassword);
  await store.write({ ...cause, actor: `user:${known.id}` }, async (tx) => {
    const user = await findUser(tx.db, known.id);
    // A change of address in the meantime ends what was sent to the one before.
    if (!(await deleteLink(tx, link.digest)) || user?.email !== link.email) throw invalidLink();
    await setPasswordHash(tx, user.id, hash);
    await endSessions(tx, user.id);
    await deleteLinksOfPassword(tx, user.id);
    await deleteLinksOfUser(tx, user.id, ['verify']);
    // Until now somebody else may have had the account, who signed up with the address of another.
    const isTakenBack = config.EMAIL_VERIFICATION === 'required' && !user.isEmailVerified;
    if (isTakenBack) await endOtherWaysIn(tx, user.id, config);
    await setProvenEmail(tx, user, user.email);
    await tx.append({ kind: 'user.password-reset', about: user });
    await tellUser(tx, context, user, {
      what: 'password-reset',
      subject: `Your password at ${hostOf(context)} was set`,
      paragraphs: [
        `The password of your account at ${hostOf(context)} was set by the link in a message to this address. All sessions ended.`,
        isTakenBack
          ? 'The address was not verified before, so nothing else signs in to the account any more: its passkeys, authenticator app and linked identities were removed, and the personal access tokens that it made were revoked.'
          : 'Personal access tokens are as they were.',
      ],
    });
  });
  return { success: true };
};
