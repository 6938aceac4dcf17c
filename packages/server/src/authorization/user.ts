import { ApiError } from '../errors.ts';
import type { Actor } from './rights.ts';
import { type UserRecord, findUser } from '../store/rows/users.ts';
import type { Act } from './act.ts';
import { demand } from './publisher.ts';

/** The caller as a user; a personal access token acts for a publisher, not for a user. */
export const requireUser = (actor: Actor): Extract<Actor, { kind: 'user' }> => {
  if (actor.kind !== 'user') {
    throw new ApiError(
      'forbidden',
      'A personal access token cannot do this. Sign in and use the session token.',
    );
  }
  return actor;
};

/** A user whom the caller may moderate, or `not_found`. */
export const moderatedUser = async ({ db, actor }: Act, userId: string): Promise<UserRecord> => {
  demand(actor, 'moderate');
  const user = await findUser(db, userId);
  if (user === undefined) {
    throw new ApiError(
      'not_found',
      'There is no such user. GET /admin/users lists the users with their ids.',
    );
  }
  return user;
};
