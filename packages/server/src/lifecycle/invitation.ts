import { hash } from 'node:crypto';
import { type MemberRole, limits } from '@patchbay/contract';
import { dayOf } from '@patchbay/contract/days';
import type { Act } from '../authorization/act.ts';
import { useQuota } from '../authorization/quotas.ts';
import { ApiError } from '../errors.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import {
  type InvitationRecord,
  countInvitations,
  deleteInvitation,
  deleteInvitationsOf,
  findInvitation,
  replaceInvitation,
} from '../store/rows/invitations.ts';
import { countMailsOfEvents } from '../store/rows/mails.ts';
import { type MemberRecord, findMemberOfUser, findMembers, upsertMember } from '../store/rows/members.ts';
import type { UserRecord } from '../store/rows/users.ts';
import type { Writer } from '../store/store.ts';

const dayMs = 24 * 60 * 60_000;

interface Invited {
  publisherId: string;
  email: string;
  role: MemberRole;
  inviterId: string;
}

/**
 * Invites an address, whether or not it has an account: nothing here looks for one. An open invitation of the publisher
 * to it is replaced. Throws `illegal_transition` for the address of a member, `quota_exceeded` if too many are open.
 */
export const invite = async (
  tx: Act,
  { email: sent, ...invited }: Invited,
  publicUrl: string,
): Promise<InvitationRecord> => {
  const { publisherId, role } = invited;
  const email = sent.toLowerCase();
  const members = await findMembers(tx.db, publisherId);
  if (members.some(({ user }) => user.email === email)) {
    throw new ApiError('illegal_transition', 'There is a member with this address already.', {
      advice: 'PUT /publishers/{publisherId}/members/{memberId} gives a member another role.',
    });
  }
  const expiresAt = new Date(Date.parse(tx.now) + limits.invitationDays * dayMs).toISOString();
  const id = await replaceInvitation(tx, { ...invited, email, expiresAt });
  if ((await countInvitations(tx.db, publisherId, tx.now)) > limits.invitationsMax) {
    throw new ApiError(
      'quota_exceeded',
      `The publisher "${publisherId}" has ${limits.invitationsMax} open invitations. Revoke one, or wait until one is answered.`,
    );
  }
  await tx.append({ kind: 'member.invited', about: { id: publisherId }, after: { invitation: id, role } });
  await sendInvitation(tx, { publisherId, email, role }, publicUrl);
  const invitation = await findInvitation(tx.db, id, tx.now);
  if (invitation === undefined) throw new Error('an invitation just written is not there');
  return invitation;
};

/** The event of the message about an invitation: one for each publisher, address and day. */
export const mailOf = (invitation: Pick<InvitationRecord, 'publisherId' | 'email' | 'createdAt'>): string =>
  `${mailsOfDay(invitation)}${hash('sha256', invitation.publisherId)}`;

/** How the events of all messages of a day about invitations to an address begin. */
const mailsOfDay = ({ email, createdAt }: Pick<InvitationRecord, 'email' | 'createdAt'>): string =>
  `invitation:${hash('sha256', email)}:${dayOf(createdAt)}:`;

/**
 * At most once a day for a publisher and an address, and a bounded number of times for all publishers, so that nobody
 * fills the mailbox of another. It names the publisher by its id alone: names are free texts, which a stranger could use
 * to write to people.
 */
const sendInvitation = async (
  tx: Act,
  { publisherId, email, role }: Omit<Invited, 'inviterId'>,
  publicUrl: string,
): Promise<void> => {
  const about = { publisherId, email, createdAt: tx.now };
  const max = limits.invitationMailsOfAddressMax;
  const isOneTooMany = (await countMailsOfEvents(tx.db, mailsOfDay(about), max)) === max;
  await enqueueMail(tx, mailOf(about), {
    to: email,
    subject: `Invitation to the publisher "${publisherId}"`,
    paragraphs: [
      `An owner of the publisher "${publisherId}" invites you to become ${asRole(role)}.`,
      `Sign in with this address, or sign up with it, to accept or decline within ${limits.invitationDays} days.`,
      'If you do not know this publisher, ignore this message. Nothing happens unless you accept.',
    ],
    action: { text: 'See the invitation', url: `${publicUrl}/account/invitations` },
    obstacle: isOneTooMany ? 'The address was told of enough invitations that day.' : undefined,
  });
};

const asRole = (role: MemberRole): string => (role === 'owner' ? 'an owner' : 'a member');

/** The open invitation to the address of a user. Throws `not_found` otherwise, also where it is somebody else's. */
export const invitationTo = async (
  { db, now }: Pick<Writer, 'db' | 'now'>,
  user: Pick<UserRecord, 'email'>,
  id: string,
): Promise<InvitationRecord> => {
  const invitation = await findInvitation(db, id, now);
  if (invitation?.email === user.email.toLowerCase()) return invitation;
  throw new ApiError('not_found', 'There is no open invitation with this id to your address.', {
    advice: 'GET /users/invitations lists yours; ask for another one if it has expired.',
  });
};

/** Makes the user a member. The invitation is used up. Throws `illegal_transition` if they are one already. */
export const accept = async (
  tx: Act,
  user: Pick<UserRecord, 'id'>,
  { id, publisherId, role }: InvitationRecord,
): Promise<MemberRecord> => {
  if ((await findMemberOfUser(tx.db, publisherId, user.id)) !== undefined) {
    throw new ApiError('illegal_transition', `You are a member of "${publisherId}" already. Decline it.`);
  }
  await deleteInvitation(tx, id);
  await useQuota(tx, { name: 'members', subjectId: publisherId, amount: 1 });
  await upsertMember(tx, publisherId, user.id, role);
  await tx.append({ kind: 'member.added', about: { id: publisherId }, after: { user: user.id, role } });
  const member = await findMemberOfUser(tx.db, publisherId, user.id);
  if (member === undefined) throw new Error('a member just written is not there');
  return member;
};

type Open = Pick<InvitationRecord, 'id' | 'publisherId' | 'role'>;

/** Ends an invitation of the publisher. */
export const revoke = async (tx: Writer, { id, publisherId, role }: Open): Promise<void> => {
  await deleteInvitation(tx, id);
  await tx.append({
    kind: 'invitation.revoked',
    about: { id: publisherId },
    before: { invitation: id, role },
  });
};

/** Ends an invitation, as who was invited wants it. */
export const decline = async (tx: Writer, { id, publisherId, role }: Open): Promise<void> => {
  await deleteInvitation(tx, id);
  await tx.append({
    kind: 'invitation.declined',
    about: { id: publisherId },
    before: { invitation: id, role },
  });
};

/** Ends the invitations that a user sent, whose right to invite ends in this transaction. */
export const endInvitationsOf = async (
  tx: Writer,
  sent: { inviterId: string; publisherId?: string },
  reason: string,
): Promise<void> => {
  for (const { id, publisherId, role } of await deleteInvitationsOf(tx, sent)) {
    await tx.append({
      kind: 'invitation.revoked',
      about: { id: publisherId },
      before: { invitation: id, role },
      reason,
    });
  }
};
