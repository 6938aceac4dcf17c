import type { Endpoints } from '@patchbay/contract';
import { ApiError } from '../../errors.ts';
import { act } from '../../authorization/act.ts';
import { noOwner, requireAnotherOwner, writablePublisher } from '../../authorization/publisher.ts';
import { deleteMember, findMembers } from '../../store/rows/members.ts';
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
    const members = await findMembers(tx.db, params.publisherId);
    const member = members.find(({ id }) => id === params.memberId);
    const isOneself = actor.kind === 'user' && actor.userId === member?.user.id;
    const right = isOneself ? 'members.leave' : 'members.manage';
    const { id } = await writablePublisher(tx, right, params.publisherId);
    if (member === undefined) {
      throw new ApiError(
        'not_found',
        'There is no such member. GET /publishers/{publisherId}/members lists the members with their ids.',
      );
    }
    await requireAnotherOwner(tx.db, id, member);
    await deleteMember(tx, member.id);
    await countUse(tx, { name: 'members', subjectId: id, amount: -1 });
    await endRightsOfMaker(tx, { makerId: member.user.id, publisherId: id }, noOwner);
    await tx.append({
      kind: 'member.removed',
      about: { id },
      before: { user: member.user.id, role: member.role },
    });
  });
};
