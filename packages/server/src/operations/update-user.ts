import type { Endpoints } from '@patchbay/contract';
import type { Operation } from '../context.ts';
import { ApiError } from '../errors.ts';
import { demand } from '../guards/publisher.ts';
import { presentManagedUser } from '../present/user.ts';
import { aboutUser, difference } from '../store/changes.ts';
import { type UserRecord, findUser, updateUserRow } from '../store/users.ts';

/** Bans a user, which ends every session at once, lifts the ban, or makes or unmakes a moderator. */
export const updateUser: Operation<Endpoints['updateUser']> = async (
  context,
  { actor, cause, params, body },
) => {
  demand(actor, 'moderate');
  const user = await context.store.write(cause, async (tx) => {
    const current = await findUser(tx.db, params.userId);
    if (current === undefined)
      throw new ApiError('not_found', 'There is no such user; GET the users for their ids.');
    const isBanned = body.banned ?? current.isBanned;
    const next: UserRecord = {
      ...current,
      isBanned,
      banReason: isBanned ? (body.banReason ?? current.banReason) : null,
      isModerator: body.isAdmin ?? current.isModerator,
    };
    if (actor.kind === 'user' && actor.userId === current.id && (next.isBanned || !next.isModerator)) {
      throw new ApiError('illegal_transition', 'You cannot lock yourself out; ask another moderator.');
    }
    const change = difference(managed(current), managed(next));
    if (change !== undefined) {
      await updateUserRow(tx, next);
      await tx.append({
        action: 'user.moderated',
        ...aboutUser(current.id),
        ...change,
        ...(next.banReason === null ? {} : { reason: next.banReason }),
      });
    }
    return next;
  });
  return presentManagedUser(user);
};

const managed = ({ isBanned, isModerator }: UserRecord) => ({ banned: isBanned, isAdmin: isModerator });
