import type { Endpoints } from '@patchbay/contract';
import { ApiError } from '../../errors.ts';
import { act } from '../../authorization/act.ts';
import { demand, moderatedUser } from '../../authorization/publisher.ts';
import { saveUser } from '../../lifecycle/user.ts';
import { presentManagedUser } from '../../present/user.ts';
import type { UserRecord } from '../../store/rows/users.ts';
import type { Operation } from '../operation.ts';

/** Bans a user, which ends their sessions and tokens; lifts the ban; grants or withdraws the role of moderator. */
export const updateUser: Operation<Endpoints['updateUser']> = async (
  context,
  { params, body, ...caller },
) => {
  const user = await act(context, caller, async (tx) => {
    const { actor } = tx;
    const current = await moderatedUser(tx, params.userId);
    if (body.isAdmin === true && !current.isModerator) demand(actor, 'moderators.appoint');
    const isBanned = body.banned ?? current.isBanned;
    const next: UserRecord = {
      ...current,
      isBanned,
      banReason: isBanned ? (body.banReason ?? current.banReason) : null,
      isModerator: body.isAdmin ?? current.isModerator,
    };
    if (actor.kind === 'user' && actor.userId === current.id && (next.isBanned || !next.isModerator)) {
      throw new ApiError('illegal_transition', 'You cannot ban or demote yourself. Ask another moderator.');
    }
    await saveUser(tx, current, next, next.banReason);
    return next;
  });
  return presentManagedUser(user);
};
