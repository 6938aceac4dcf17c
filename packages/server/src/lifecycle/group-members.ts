import type { MemberRole } from '@patchbay/contract';
import { ownObstacle } from '../authorization/availability.ts';
import { isLastOwner, noOwner } from '../authorization/publisher.ts';
import {
  deleteGroupMember,
  findGroupPublishers,
  insertGroupMember,
  type MemberRecord,
  deleteMember,
  findMemberOfUser,
  upsertMember,
} from '../store/rows/members.ts';
import { findPublisher } from '../store/rows/publishers.ts';
import { countUse, findQuota } from '../store/rows/quotas.ts';
import type { Writer } from '../store/store.ts';
import { endRightsOfMaker } from './token.ts';

/** Which group of the external provider is a member of which publisher. */
export interface GroupRole {
  group: string;
  publisherId: string;
  role: MemberRole;
}

const reason = 'the groups of the external provider say so';

/**
 * Makes the memberships of a user those of these groups. What an owner gave by hand stays as it is, and so does the last
 * owner of a publisher. A publisher that is gone, banned or full gets no member.
 */
export const followGroups = async (
  tx: Writer,
  userId: string,
  groups: readonly string[],
  mapping: readonly GroupRole[],
): Promise<void> => {
  const wanted = wantedRoles(groups, mapping);
  const ofGroups = new Set(await findGroupPublishers(tx.db, userId));
  for (const publisherId of ofGroups) {
    const member = await findMemberOfUser(tx.db, publisherId, userId);
    const role = wanted.get(publisherId);
    if (member === undefined) {
      // It ended another way, or by an older server.
      await deleteGroupMember(tx, publisherId, userId);
      ofGroups.delete(publisherId);
    } else if (role === undefined) await removeMember(tx, publisherId, member);
    else if (role !== member.role) await changeRole(tx, publisherId, member, role);
  }
  for (const [publisherId, role] of wanted) {
    if (!ofGroups.has(publisherId)) await addMember(tx, publisherId, userId, role);
  }
};

/** Publisher → role. Of several groups, an owner's counts. */
const wantedRoles = (
  groups: readonly string[],
  mapping: readonly GroupRole[],
): ReadonlyMap<string, MemberRole> => {
  const wanted = new Map<string, MemberRole>();
  for (const { group, publisherId, role } of mapping) {
    if (groups.includes(group) && wanted.get(publisherId) !== 'owner') wanted.set(publisherId, role);
  }
  return wanted;
};

const addMember = async (
  tx: Writer,
  publisherId: string,
  userId: string,
  role: MemberRole,
): Promise<void> => {
  const publisher = await findPublisher(tx.db, publisherId);
  if (publisher === undefined || ownObstacle(publisher) !== undefined) return;
  if ((await findMemberOfUser(tx.db, publisherId, userId)) !== undefined) return;
  const { used, max } = await findQuota(tx.db, publisherId, 'members');
  if (used >= max) return;
  await upsertMember(tx, publisherId, userId, role);
  await insertGroupMember(tx, publisherId, userId);
  await countUse(tx, { name: 'members', subjectId: publisherId, amount: 1 });
  await tx.append(
    { kind: 'member.added', about: { id: publisherId }, after: { user: userId, role }, reason },
    'server',
  );
};

const changeRole = async (
  tx: Writer,
  publisherId: string,
  member: MemberRecord,
  role: MemberRole,
): Promise<void> => {
  const { user } = member;
  if (role !== 'owner' && (await isLastOwner(tx.db, publisherId, member))) return;
  await upsertMember(tx, publisherId, user.id, role);
  await tx.append(
    {
      kind: 'member.added',
      about: { id: publisherId },
      before: { user: user.id, role: member.role },
      after: { user: user.id, role },
      reason,
    },
    'server',
  );
  if (role !== 'owner') await endRightsOfMaker(tx, { makerId: user.id, publisherId }, noOwner);
};

const removeMember = async (tx: Writer, publisherId: string, member: MemberRecord): Promise<void> => {
  const { user, role } = member;
  if (await isLastOwner(tx.db, publisherId, member)) return;
  await deleteMember(tx, member.id);
  await deleteGroupMember(tx, publisherId, user.id);
  await countUse(tx, { name: 'members', subjectId: publisherId, amount: -1 });
  await endRightsOfMaker(tx, { makerId: user.id, publisherId }, noOwner);
  await tx.append(
    { kind: 'member.removed', about: { id: publisherId }, before: { user: user.id, role }, reason },
    'server',
  );
};
