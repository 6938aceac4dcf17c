import { ApiError } from '../errors.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { eraseUser, findPublishersOwnedAlone } from '../store/rows/erased-users.ts';
import { deleteMember, findMembershipsOf } from '../store/rows/members.ts';
import { countUse } from '../store/rows/quotas.ts';
import { type UserRecord, findModerators } from '../store/rows/users.ts';
import type { Writer } from '../store/store.ts';
import { endInvitationsOf } from './invitation.ts';
import { revokeTokensOfMaker } from './token.ts';
import { disableWebhooksOf } from './webhook.ts';

const namedMax = 10;
const gone = 'the account is deleted';

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

const requireHandedOver = async ({ db }: Writer, { id, isModerator }: UserRecord): Promise<void> => {
  const alone = await findPublishersOwnedAlone(db, id, namedMax + 1);
  if (alone.length > 0) {
    const named = alone.slice(0, namedMax).map((publisherId) => `"${publisherId}"`);
    const list = [...named, ...(alone.length > namedMax ? ['others'] : [])].join(', ');
    throw new ApiError(
      'illegal_transition',
      `The account is the last owner of ${list}. Make another member an owner, or delete the publisher, and then delete the account.`,
    );
  }
  if (!isModerator) return;
  const moderators = await findModerators(db, 2);
  if (moderators.length < 2) {
    throw new ApiError(
      'illegal_transition',
      'The account is the last moderator of the registry. Make another user a moderator first.',
    );
  }
};
