import type { Endpoints } from '@patchbay/contract';
import { act } from '../../authorization/act.ts';
import { memberOf, noOwner, requireAnotherOwner, writablePublisher } from '../../authorization/publisher.ts';
import { presentMember } from '../../documents/present.ts';
import { endRightsOfMaker } from '../../lifecycle/token.ts';
import { deleteGroupMember, upsertMember } from '../../store/rows/members.ts';
import type { Operation } from '../operation.ts';

/** Gives a member another role. Who is no owner any more loses the tokens made as one. */
export const updateMember: Operation<Endpoints['updateMember']> = (
  context,
  { params, body: { role }, ...caller },
) =>
  act(context, caller, async (tx) => {
    const { id } = await writablePublisher(tx, 'members.manage', params.publisherId);
    const member = await memberOf(tx.db, id, params.memberId);
    if (role !== member.role) {
      await requireAnotherOwner(tx.db, id, member);
      await upsertMember(tx, id, member.user.id, role);
      // From here the role is one that an owner gave by hand.
      await deleteGroupMember(tx, id, member.user.id);
      await tx.append({
        kind: 'member.added',
        about: { id },
        before: { user: member.user.id, role: member.role },
        after: { user: member.user.id, role },
      });
      if (role !== 'owner') {
        await endRightsOfMaker(tx, { makerId: member.user.id, publisherId: id }, noOwner);
      }
    }
    return presentMember({ ...member, role }, { withEmail: true });
  });
