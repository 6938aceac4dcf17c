import { difference } from '../store/log/changes.ts';
import { deleteLinksOfUser } from '../store/rows/account-links.ts';
import { type AddressedUser, deleteLapse, insertLapse } from '../store/rows/email-domains.ts';
import { endSessions } from '../store/rows/sessions.ts';
import { type UserRecord, findUser, setVerifiedEmail, updateUserRow } from '../store/rows/users.ts';
import type { Writer, Store } from '../store/store.ts';
import { requireSecondModerator } from './second-moderator.ts';
import { endInvitationsOf } from './invitation.ts';
import { revokeTokensOfMaker } from './token.ts';
import { disableWebhooksOf } from './webhook.ts';
import type { Cause } from '../store/log/change.ts';

/**
 * Writes what a moderator may change of a user. A ban ends every session and every token the user made and every
 * invitation they sent, and turns off their webhooks. Who is no longer a moderator loses those of moderators.
 */
export const saveUser = async (
  tx: Writer,
  current: UserRecord,
  next: UserRecord,
  reason: string | null,
): Promise<void> => {
  const change = difference(managed(current), managed(next));
  if (change === undefined) return;
  const about = { subject: `user:${current.id}`, about: current.email };
  if (change.after.isAdmin === true) requireSecondModerator(tx, { aim: 'make-moderator', ...about });
  if (change.after.banned === false) requireSecondModerator(tx, { aim: 'lift-ban', ...about });
  await updateUserRow(tx, next);
  if (next.isBanned) {
    await endSessions(tx, next.id);
    await revokeTokensOfMaker(tx, { makerId: next.id }, 'its maker is banned');
    await disableWebhooksOf(tx, { makerId: next.id }, 'its maker is banned');
    await endInvitationsOf(tx, { inviterId: next.id }, 'who sent it is banned');
  } else if (current.isModerator && !next.isModerator) {
    await disableWebhooksOf(
      tx,
      { makerId: next.id, publisherId: null },
      'its maker is no longer a moderator',
    );
  }
  await tx.append({
    kind: 'user.moderated',
    about: current,
    ...change,
    ...(reason === null ? {} : { reason }),
  });
};

const managed = ({ isBanned, isModerator }: UserRecord) => ({ banned: isBanned, isAdmin: isModerator });

/** Promotes or demotes a user. Returns the user, or undefined if there is none with this id. */
export const setModerator = (
  store: Store,
  cause: Cause,
  userId: string,
  isModerator: boolean,
): Promise<UserRecord | undefined> =>
  store.write(cause, async (tx) => {
    const user = await findUser(tx.db, userId);
    if (user === undefined) return undefined;
    const next = { ...user, isModerator };
    await saveUser(tx, user, next, null);
    return next;
  });

/** Records that a user has proved an address: the one of the account, or another one, which it has from now on. */
export const setProvenEmail = async (tx: Writer, user: UserRecord, email: string): Promise<void> => {
  if (user.isEmailVerified && user.email === email) return;
  await setVerifiedEmail(tx, user.id, email);
  await deleteLapse(tx, user.id);
  if (user.email === email) await tx.append({ kind: 'user.email-verified', about: user });
  else await tx.append({ kind: 'user.email-changed', about: user });
};

/** The verified address of a user counts no longer, because its domain is gone. Links that were sent to it end. */
export const lapseAddress = async (tx: Writer, { id, email }: AddressedUser): Promise<void> => {
  const user = await findUser(tx.db, id);
  if (user?.email !== email || !user.isEmailVerified) return;
  await insertLapse(tx, id);
  await deleteLinksOfUser(tx, id, ['reset', 'verify', 'leave-address', 'take-address']);
  await tx.append({ kind: 'user.email-lapsed', about: user });
};

/** Verifies the address of a user for an operator who knows whose it is. Returns the user, or undefined if there is none. */
export const verifyAddress = (store: Store, cause: Cause, userId: string): Promise<UserRecord | undefined> =>
  store.write(cause, async (tx) => {
    const user = await findUser(tx.db, userId);
    if (user === undefined) return undefined;
    await deleteLinksOfUser(tx, userId, ['verify']);
    await setProvenEmail(tx, user, user.email);
    return user;
  });
