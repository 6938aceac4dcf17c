import type { Endpoints } from '@patchbay/contract';
import { act } from '../../authorization/act.ts';
import { memberOf, noOwner, requireAnotherOwner, writablePublisher } from '../../authorization/publisher.ts';
import { deleteGroupMember, deleteMember, findMemberOfUser } from '../../store/rows/members.ts';
import { countUse } from '../../store/rows/quotas.ts';
import { endRightsOfMaker } from '../../lifecycle/token.ts';
import type { Operation } from '../operation.ts';

/**
 * Ends a membership and the tokens that the member made, from the next request on. Owners end any membership, members
 * their own.
 */
export const removeMember: Operation<Endpoints['removeMember']> = async (context, { params, ...caller }) => {
  await act(context, caller, async (tx) => {
    const { actor } = tx;
    const own =
      actor.kind === 'user' ? await findMemberOfUser(tx.db, params.publisherId, actor.userId) : undefined;
    const right = own?.id === params.memberId ? 'members.leave' : 'members.manage';
    const { id } = await writablePublisher(tx, right, params.publisherId);
    const member = await memberOf(tx.db, id, params.memberId);
    await requireAnotherOwner(tx.db, id, member);
    await deleteMember(tx, member.id);
    await deleteGroupMember(tx, id, member.user.id);
    await countUse(tx, { name: 'members', subjectId: id, amount: -1 });
    await endRightsOfMaker(tx, { makerId: member.user.id, publisherId: id }, noOwner);
    await tx.append({
      kind: 'member.removed',
      about: { id },
      before: { user: member.user.id, role: member.role },
    });
  });
};
