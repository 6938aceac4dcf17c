import { ApiError } from '../errors.ts';
import type { Actor } from './rights.ts';

/** The caller as a personal access token. */
export const requireToken = (actor: Actor): Extract<Actor, { kind: 'token' }> => {
  if (actor.kind !== 'token') {
    throw new ApiError(
      'forbidden',
      'The Bearer is not a personal access token. GET /users returns the account of a session.',
    );
  }
  return actor;
};
