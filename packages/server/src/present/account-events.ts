import type { AccountEvent, Change } from '@patchbay/contract';
import { type UsedToken, findChangesOfUser, findUsedTokens } from '../store/rows/account-rows.ts';
import { findSignIns } from '../store/rows/sign-ins.ts';
import type { ReadConnection } from '../store/store.ts';
import type { Row } from '../store/tables.ts';

const newest = '9999';

/**
 * What happened to an account before a time, newest first, from the log and from what is kept beside it: `limit` events,
 * and those that were at the time of the last one. `next` is where there are older ones.
 */
export const presentAccountEvents = async (
  read: ReadConnection,
  userId: string,
  { before = newest, limit }: { before?: string | undefined; limit: number },
): Promise<{ events: AccountEvent[]; next: string | undefined }> => {
  const asked = { before, limit: limit + 1 };
  const [changes, tokens, signIns] = await Promise.all([
    findChangesOfUser(read, userId, asked),
    findUsedTokens(read, userId, asked),
    findSignIns(read, userId),
  ]);
  const events = [
    ...changes.map((change) => ofChange(change, userId)),
    ...tokens.map(ofToken),
    ...signIns.filter(({ at }) => at < before).map(ofSignIn),
  ].sort((one, other) => (one.at < other.at ? 1 : -1));
  const last = events[limit - 1]?.at ?? '';
  const shown = events.filter(({ at }) => at >= last);
  return { events: shown, next: shown.length < events.length ? last : undefined };
};

const ofSignIn = ({ at, event, count, network }: Row<'sign_ins'>): AccountEvent => ({
  at,
  event,
  by: event === 'sign-in' ? 'you' : 'anyone',
  count,
  network,
});

const ofToken = ({ at, id, name, publisherId }: UsedToken): AccountEvent => ({
  at,
  event: 'token-used',
  by: 'you',
  token: { id, name, publisher_id: publisherId },
});

/** Others are not named: who moderates is told to nobody. */
const ofChange = ({ at, action, actor, reason, request_id }: Change, userId: string): AccountEvent => {
  const by = authorOf(actor, userId);
  return {
    at,
    event: action,
    by,
    ...(reason === undefined ? {} : { reason }),
    ...(by === 'you' && request_id !== undefined ? { request_id } : {}),
  };
};

const authorOf = (actor: string, userId: string): AccountEvent['by'] => {
  if (actor === `user:${userId}`) return 'you';
  if (actor === 'anonymous') return 'anyone';
  if (actor.startsWith('user:')) return 'moderator';
  return actor === 'operator' ? 'operator' : 'server';
};
