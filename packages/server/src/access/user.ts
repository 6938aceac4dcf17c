import { ApiError } from '../errors.ts';
import type { Actor } from '../policy/rights.ts';

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
