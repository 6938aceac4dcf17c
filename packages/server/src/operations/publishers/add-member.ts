import type { Endpoints } from '@patchbay/contract';
import { ApiError } from '../../errors.ts';
import { act } from '../../authorization/act.ts';
import { noOwner, requireAnotherOwner, writablePublisher } from '../../authorization/publisher.ts';
import { presentMember } from '../../documents/present.ts';
import { findMemberOfUser, upsertMember } from '../../store/rows/members.ts';
import { endRightsOfMaker } from '../../lifecycle/token.ts';
import { useQuota } from '../../authorization/quotas.ts';
import { findUserByEmail } from '../../store/rows/users.ts';
import type { Operation } from '../operation.ts';

/** Adds a member, or changes a member's role. */
export const addMember: Operation<Endpoints['addMember']> = async (context, { params, body, ...caller }) => {
  const member = await act(context, caller, async (tx) => {
    const { id } = await writablePublisher(tx, 'members.manage', params.publisherId);
    const user = await findUserByEmail(tx.db, body.email);
    if (user === undefined) {
      throw new ApiError(
        'not_found',
        'There is no account with this e-mail address. Ask the person to sign up first.',
      );
    }
    const before = await findMemberOfUser(tx.db, id, user.id);
    if (body.role !== 'owner') await requireAnotherOwner(tx.db, id, before);
    if (before === undefined) await useQuota(tx, { name: 'members', subjectId: id, amount: 1 });
    await upsertMember(tx, id, user.id, body.role);
    await tx.append({
      kind: 'member.added',
      about: { id },
      ...(before === undefined ? {} : { before: { user: user.id, role: before.role } }),
      after: { user: user.id, role: body.role },
    });
    if (body.role !== 'owner') await endRightsOfMaker(tx, { makerId: user.id, publisherId: id }, noOwner);
    return findMemberOfUser(tx.db, id, user.id);
  });
  if (member === undefined) throw new Error('a member just written is not there');
  return presentMember(member, { withEmail: true });
};
