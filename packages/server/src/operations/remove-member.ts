import type { Endpoints } from '@patchbay/contract';
import type { Operation } from '../context.ts';
import { ApiError } from '../errors.ts';
import { demandAnotherOwner } from '../guards/owners.ts';
import { writablePublisher } from '../guards/publisher.ts';
import { aboutPublisher } from '../store/changes.ts';
import { deleteMember, findMembers } from '../store/members.ts';

/** Ends a membership, effective with the next request of that user. */
export const removeMember: Operation<Endpoints['removeMember']> = async (
  context,
  { actor, cause, params },
) => {
  const { id } = await writablePublisher(context, actor, 'members.manage', params.publisherId);
  await context.store.write(cause, async (tx) => {
    const member = (await findMembers(tx.db, id)).find((one) => one.id === params.memberId);
    if (member === undefined) {
      throw new ApiError('not_found', 'There is no such member; GET the members for their ids.');
    }
    await demandAnotherOwner(tx.db, id, member);
    await deleteMember(tx, member.id);
    await tx.append({
      action: 'member.removed',
      ...aboutPublisher(id),
      before: { user: member.user.id, role: member.role },
    });
  });
};
