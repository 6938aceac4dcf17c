import type { Endpoints } from '@patchbay/contract';
import { moderations } from '../../lifecycle/moderations.ts';
import { presentManagedUser } from '../../present/account.ts';
import { Accepted } from '../answers.ts';
import type { Operation } from '../operation.ts';
import { actOrPropose } from '../propose-moderation.ts';

/** Bans a user, which ends their sessions and tokens; lifts the ban; grants or withdraws the role of moderator. */
export const updateUser: Operation<Endpoints['updateUser']> = async (
  context,
  { params, body, ...caller },
) => {
  const proposed = { moderation: 'user', params, body, reason: body.reason ?? body.banReason ?? '' } as const;
  const user = await actOrPropose(context, caller, proposed, (tx) => moderations.user(tx, params, body));
  return user instanceof Accepted ? user : presentManagedUser(user);
};
