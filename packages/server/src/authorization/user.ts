import type { Context } from '../context.ts';
import { ApiError, unauthenticated } from '../errors.ts';
import { type UserRecord, findUser } from '../store/rows/users.ts';
import type { ReadConnection } from '../store/store.ts';
import { requireUser } from './publisher.ts';
import type { Actor } from './rights.ts';

/** The account of the caller, who must be a user. */
export const knownUser = async (read: ReadConnection, actor: Actor): Promise<UserRecord> => {
  const user = await findUser(read, requireUser(actor).userId);
  if (user === undefined) throw unauthenticated('the user is gone');
  return user;
};

/** Throws `forbidden` unless a session speaks for the user, and no moderator token. */
export const requireOwnSession = (actor: Actor): void => {
  if (requireUser(actor).isDerived !== true) return;
  throw new ApiError('forbidden', 'A moderator token cannot do this. Sign in instead.');
};

/** Call it only after the caller has proved to own the account: the message names the reason for the ban. */
export const requireNotBanned = (
  { isBanned, banReason }: UserRecord,
  { SECURITY_CONTACT }: Pick<Context['config'], 'SECURITY_CONTACT'>,
): void => {
  if (!isBanned) return;
  const contact = SECURITY_CONTACT === undefined ? '' : ` at ${SECURITY_CONTACT.replace(/^mailto:/, '')}`;
  const reason = banReason === null ? '' : ` Their reason: ${banReason}`;
  throw new ApiError('forbidden', `This account is banned. Contact the moderators${contact}.${reason}`);
};
