import { difference } from '../store/log/changes.ts';
import { deleteLinksOfUser } from '../store/rows/account-links.ts';
import { type AddressedUser, deleteLapse, insertLapse } from '../store/rows/email-domains.ts';
import { endSessions } from '../store/rows/sessions.ts';
import {
  type UserRecord,
  findUser,
  setVerifiedEmail,
  updateUserRow,
  hasOtherModerator,
} from '../store/rows/users.ts';
import type { Store, Writer } from '../store/store.ts';
import { endProposals, requireSecondModerator } from './second-moderator.ts';
import { endInvitationsOf } from './invitation.ts';
import { revokeTokensOfMaker } from './token.ts';
import { disableWebhooksOf } from './webhook.ts';
import type { Cause } from '../store/log/change.ts';
import { findIdentitiesOf } from '../store/rows/identities.ts';
import { removePasskeys } from '../store/rows/passkeys.ts';
import { removeRecoveryCodes, removeTotp } from '../store/rows/second-factors.ts';
import { unlinkIdentity } from './identity.ts';
import { ApiError } from '../errors.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { eraseUser, findPublishersOwnedAlone } from '../store/rows/erased-users.ts';
import { deleteMember, findMembershipsOf } from '../store/rows/members.ts';
import { countUse } from '../store/rows/quotas.ts';

/**
 * Writes what a moderator may change of a user. A ban ends every session and every token the user made and every
 * invitation they sent, and turns off their webhooks. Who is no longer a moderator loses those of moderators, and what
 * they proposed.
 */
export const saveUser = async (
  tx: Writer,
  current: UserRecord,
  next: UserRecord,
  reason: string | null,
): Promise<void> => {
  const change = difference(managed(current), managed(next)) ?? banAnew(current, next);
  if (change === undefined) return;
  const about = { subject: `user:${current.id}`, about: current.email };
  if (change.after.isAdmin === true) requireSecondModerator(tx, { aim: 'make-moderator', ...about });
  if (change.after.banned === false) requireSecondModerator(tx, { aim: 'lift-ban', ...about });
  await updateUserRow(tx, next);
  if (next.isBanned || !next.isModerator) {
    await endProposals(tx, { proposerId: next.id }, notModerator);
  }
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

/** Another reason for a ban that stays, which the user is told at a sign-in. */
const banAnew = (current: UserRecord, next: UserRecord): ReturnType<typeof difference<Managed>> =>
  current.isBanned && next.isBanned && current.banReason !== next.banReason
    ? { before: { banned: true }, after: { banned: true } }
    : undefined;

interface Managed {
  banned: boolean;
  isAdmin: boolean;
}

const managed = ({ isBanned, isModerator }: UserRecord): Managed => ({
  banned: isBanned,
  isAdmin: isModerator,
});

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
  // A change requested while the present address was unverified lacks the consent of that address.
  await deleteLinksOfUser(tx, user.id, ['leave-address', 'take-address']);
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

/** Removes the second factors of an account. Returns which it had. */
export const removeFactors = async (tx: Writer, userId: string): Promise<('totp' | 'passkey')[]> => {
  const hadTotp = (await removeTotp(tx, userId)) !== undefined;
  const hadPasskey = await removePasskeys(tx, userId);
  await removeRecoveryCodes(tx, userId);
  const removed = [...(hadTotp ? ['totp' as const] : []), ...(hadPasskey ? ['passkey' as const] : [])];
  for (const factor of removed) {
    await tx.append({ kind: 'user.factor-removed', about: { id: userId }, before: { factor } });
  }
  return removed;
};

/** Leaves an account the password alone: its second factors, linked identities and the tokens that it made end. */
export const endOtherWaysIn = async (
  tx: Writer,
  userId: string,
  rules: Parameters<typeof unlinkIdentity>[2],
): Promise<void> => {
  await removeFactors(tx, userId);
  for (const identity of await findIdentitiesOf(tx.db, userId)) await unlinkIdentity(tx, identity, rules);
  await revokeTokensOfMaker(tx, { makerId: userId }, 'the address of its maker was taken back');
};

const namedMax = 10;
const gone = 'the account is deleted';
const notModerator = 'Who made it is no moderator any more.';

/**
 * Ends an account for good: its sessions, tokens, invitations and memberships. What a person can be known by goes;
 * stars, reports and the log keep a neutral name. Throws `illegal_transition` while a publisher has no other owner, or
 * the registry no other moderator.
 */
export const deleteAccount = async (tx: Writer, user: UserRecord): Promise<void> => {
  await requireHandedOver(tx, user);
  const { id } = user;
  await revokeTokensOfMaker(tx, { makerId: id }, gone);
  await disableWebhooksOf(tx, { makerId: id }, gone);
  await endInvitationsOf(tx, { inviterId: id }, gone);
  await endProposals(tx, { proposerId: id }, notModerator);
  await endProposals(tx, { subject: `user:${id}` }, 'The account is deleted.');
  for (const { memberId, publisherId, role } of await findMembershipsOf(tx.db, id)) {
    await deleteMember(tx, memberId);
    await countUse(tx, { name: 'members', subjectId: publisherId, amount: -1 });
    await tx.append({
      kind: 'member.removed',
      about: { id: publisherId },
      before: { user: id, role },
      reason: gone,
    });
  }
  await eraseUser(tx, user);
  await tx.append({ kind: 'user.deleted', about: { id } });
  await enqueueMail(tx, `account-deleted:${id}`, {
    to: user.email,
    subject: 'Your account is deleted',
    paragraphs: [
      'Your account was deleted, with its sessions, tokens and memberships.',
      'Versions that you published stay with their publishers. This is the last message to this address.',
    ],
  });
};

const namesOf = (publishers: readonly { id: string }[]): string => {
  const named = publishers.slice(0, namedMax).map(({ id }) => `"${id}"`);
  return [...named, ...(publishers.length > namedMax ? ['others'] : [])].join(', ');
};

const requireHandedOver = async ({ db }: Writer, { id, isModerator }: UserRecord): Promise<void> => {
  const alone = await findPublishersOwnedAlone(db, id, namedMax + 1);
  if (alone.length > 0) {
    const banned = alone.filter(({ status }) => status === 'PublisherStatusBanned');
    throw new ApiError(
      'illegal_transition',
      [
        `The account is the last owner of ${namesOf(alone)}.`,
        // Only moderators can change a banned publisher.
        ...(banned.length > 0 ? [`Ask the moderators to lift the ban of ${namesOf(banned)} first.`] : []),
        'Make another member an owner, or delete the publisher, and then delete the account.',
      ].join(' '),
    );
  }
  if (isModerator && !(await hasOtherModerator(db, id))) {
    throw new ApiError(
      'illegal_transition',
      'The account is the last moderator of the registry. Make another user a moderator first.',
    );
  }
};
