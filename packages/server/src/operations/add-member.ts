import type { Endpoints } from '@patchbay/contract';
import type { Operation } from '../context.ts';
import { ApiError } from '../errors.ts';
import { demandAnotherOwner } from '../guards/owners.ts';
import { writablePublisher } from '../guards/publisher.ts';
import { presentMember } from '../present/publisher.ts';
import { aboutPublisher } from '../store/changes.ts';
import { findMemberOfUser, upsertMember } from '../store/members.ts';
import { findUserByEmail } from '../store/users.ts';

/** Makes a user a member, or gives a member another role. */
export const addMember: Operation<Endpoints['addMember']> = async (
  context,
  { actor, cause, params, body },
) => {
  const { id } = await writablePublisher(context, actor, 'members.manage', params.publisherId);
  const member = await context.store.write(cause, async (tx) => {
    const user = await findUserByEmail(tx.db, body.email);
    if (user === undefined) {
      throw new ApiError(
        'not_found',
        'Nobody signed up with this e-mail address; ask the person to sign up first.',
      );
    }
    const before = await findMemberOfUser(tx.db, id, user.id);
    if (body.role !== 'owner') await demandAnotherOwner(tx.db, id, before);
    await upsertMember(tx, id, user.id, body.role);
    await tx.append({
      action: 'member.added',
      ...aboutPublisher(id),
      ...(before === undefined ? {} : { before: { user: user.id, role: before.role } }),
      after: { user: user.id, role: body.role },
    });
    return findMemberOfUser(tx.db, id, user.id);
  });
  if (member === undefined) throw new Error('a member just written is not there');
  return presentMember(member, { withEmail: true });
};
