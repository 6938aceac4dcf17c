import { ApiError, publisherNotFound, secondFactorRequired } from '../errors.ts';
import { type MemberRecord, findMemberOfUser, findMembers } from '../store/rows/members.ts';
import { type PublisherRecord, findPublisher, findPublisherWithRole } from '../store/rows/publishers.ts';
import { type UserRecord, findUser } from '../store/rows/users.ts';
import type { ReadConnection } from '../store/store.ts';
import type { Act } from './act.ts';
import { ownObstacle } from './availability.ts';
import { withReason } from './reason.ts';
import { type Action, type Actor, type Target, may } from './rights.ts';

const isDerived = (actor: Actor): actor is Extract<Actor, { kind: 'user' }> =>
  actor.kind === 'user' && actor.isDerived === true;

/** What only accounts do that have what the registry asks of all, besides making publishers. */
const needsAccount: ReadonlySet<Action> = new Set(['node.publish', 'tokens.create']);

/** Throws `forbidden` unless the actor may, and as `requireAccount` if their account is the obstacle. */
export const demand = (actor: Actor, action: Action, target: Target = {}): void => {
  if (may(actor, action, target)) {
    if (needsAccount.has(action)) requireAccount(actor);
    return;
  }
  throw new ApiError(
    'forbidden',
    isDerived(actor) && may({ ...actor, isDerived: false }, action, target)
      ? 'A moderator token gives nobody a right. Sign in instead.'
      : 'You do not have the right to do this. Ask an owner of the publisher or a moderator.',
  );
};

/** As `requireVerified`, and throws `second_factor_required` if all accounts need one and this one lacks it. */
export const requireAccount = (actor: Actor): void => {
  requireVerified(actor);
  if (actor.kind === 'anonymous' || actor.lacksFactor !== true) return;
  if (actor.kind === 'user') throw secondFactorRequired();
  throw new ApiError(
    'second_factor_required',
    'The account that made this token has no second factor, which this registry asks of all. Its owner adds one under Account → Security.',
  );
};

/** Throws `email_unverified` if the address of the account must be verified for this and is not. */
export const requireVerified = (actor: Actor): void => {
  if (actor.kind === 'anonymous' || actor.isUnverified !== true) return;
  throw new ApiError(
    'email_unverified',
    actor.kind === 'user'
      ? 'The e-mail address of this account is not verified. Request a message at /account, and follow its link.'
      : 'The e-mail address of the account that made this token is not verified. Its owner requests a message at /account, and follows its link.',
    { advice: 'POST /auth/send-verification-email requests it, too.' },
  );
};

/** The publisher as a target of rights, with the actor's current role there. */
export const targetOn = async (
  read: ReadConnection,
  actor: Actor,
  publisherId: string,
  nodeKey?: string,
): Promise<Target> => {
  const member = actor.kind === 'user' ? await findMemberOfUser(read, publisherId, actor.userId) : undefined;
  return { publisherId, ...(nodeKey === undefined ? {} : { nodeKey }), role: member?.role };
};

/** The publisher, banned or not. Throws if it does not exist. */
export const knownPublisher = async (read: ReadConnection, publisherId: string): Promise<PublisherRecord> => {
  const publisher = await findPublisher(read, publisherId);
  if (publisher === undefined) throw publisherNotFound(publisherId);
  return publisher;
};

/** As `knownPublisher`, with the actor's current role there. */
export const publisherWithRole = async (
  read: ReadConnection,
  actor: Actor,
  publisherId: string,
): Promise<{ publisher: PublisherRecord; role: MemberRecord['role'] | undefined }> => {
  if (actor.kind !== 'user') return { publisher: await knownPublisher(read, publisherId), role: undefined };
  const found = await findPublisherWithRole(read, publisherId, actor.userId);
  if (found === undefined) throw publisherNotFound(publisherId);
  return found;
};

/** As `knownPublisher`. Throws `forbidden` if the actor lacks the right. */
export const permittedPublisher = async (
  read: ReadConnection,
  actor: Actor,
  action: Action,
  publisherId: string,
  nodeKey?: string,
): Promise<PublisherRecord> => {
  const { publisher, role } = await publisherWithRole(read, actor, publisherId);
  demand(actor, action, { publisherId, ...(nodeKey === undefined ? {} : { nodeKey }), role });
  return publisher;
};

/** As `permittedPublisher`, for writes: only moderators write for a banned publisher. */
export const writablePublisher = async (
  { db, actor }: Act,
  action: Action,
  publisherId: string,
  nodeKey?: string,
): Promise<PublisherRecord> => {
  const publisher = await permittedPublisher(db, actor, action, publisherId, nodeKey);
  if (ownObstacle(publisher) !== undefined && !may(actor, 'moderate')) throw publisherBanned(publisherId);
  return publisher;
};

export const publisherBanned = (id: string): ApiError =>
  new ApiError('publisher_banned', `The publisher "${id}" is banned. Contact the moderators.`);

/**
 * The write of a member of the publisher as it is; that of a moderator who is none, with the reason that they must give.
 */
export const asOwnerOrWithReason = async (tx: Act, publisherId: string, reason?: string): Promise<Act> => {
  const { role } = await targetOn(tx.db, tx.actor, publisherId);
  if (role === undefined && may(tx.actor, 'moderate')) return withReason(tx, reason);
  return reason === undefined || reason === '' ? tx : withReason(tx, reason);
};

/** The caller as a user; a personal access token acts for a publisher, not for a user. */
export const requireUser = (actor: Actor): Extract<Actor, { kind: 'user' }> => {
  if (actor.kind !== 'user') {
    throw new ApiError('forbidden', 'A personal access token cannot do this. Sign in instead.');
  }
  return actor;
};

/** The caller as the person of a session; a moderator token acts for a person who is not there. */
export const requireSession = (actor: Actor) => {
  const { userId, session } = requireUser(actor);
  if (session === undefined) {
    throw new ApiError('forbidden', 'A moderator token cannot do this. Sign in instead.');
  }
  return { userId, session };
};

/** A user whom the caller may moderate, or `not_found`. */
export const moderatedUser = async ({ db, actor }: Act, userId: string): Promise<UserRecord> => {
  demand(actor, 'moderate');
  const user = await findUser(db, userId);
  if (user === undefined) {
    throw new ApiError('not_found', 'There is no such user.', {
      advice: 'GET /admin/users lists the users with their ids.',
    });
  }
  return user;
};

/** A member of the publisher by the id of the membership. Throws `not_found`. */
export const memberOf = async (
  read: ReadConnection,
  publisherId: string,
  memberId: string,
): Promise<MemberRecord> => {
  const members = await findMembers(read, publisherId);
  const member = members.find(({ id }) => id === memberId);
  if (member !== undefined) return member;
  throw new ApiError('not_found', 'There is no such member.', {
    advice: 'GET /publishers/{publisherId}/members lists the members with their ids.',
  });
};

/** The caller as a personal access token. */
export const requireToken = (actor: Actor): Extract<Actor, { kind: 'token' }> => {
  if (actor.kind !== 'token') {
    throw new ApiError('forbidden', 'The Bearer is not a personal access token.', {
      advice: 'GET /users returns the account of a session.',
    });
  }
  return actor;
};

/** The reason for ending a token whose maker is no longer an owner. */
export const noOwner = 'its maker is no longer an owner of the publisher';

/** Throws `illegal_transition` if the publisher would have no owner without this member. */
export const requireAnotherOwner = async (
  read: ReadConnection,
  publisherId: string,
  leaving: MemberRecord | undefined,
): Promise<void> => {
  if (leaving === undefined || !(await isLastOwner(read, publisherId, leaving))) return;
  throw new ApiError(
    'illegal_transition',
    'A publisher must have an owner. Make another member an owner first.',
  );
};

/** Whether the publisher would have no owner without this member. */
export const isLastOwner = async (
  read: ReadConnection,
  publisherId: string,
  { id, role }: MemberRecord,
): Promise<boolean> =>
  role === 'owner' &&
  !(await findMembers(read, publisherId)).some((other) => other.role === 'owner' && other.id !== id);
