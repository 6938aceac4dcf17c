import { type Change, isChangeKind } from '@patchbay/contract';
import { fromChangeRow } from '../log/changes.ts';
import type { ReadConnection } from '../store.ts';
import type { TokenTerms } from './tokens.ts';

interface Asked {
  /** RFC 3339, exclusive. */
  before: string;
  limit: number;
}

/** What the log holds about an account, newest first. */
export const findChangesOfUser = async (
  read: ReadConnection,
  userId: string,
  { before, limit }: Asked,
): Promise<Change[]> => {
  const rows = await read
    .selectFrom('changes')
    .selectAll()
    .where('subject', '=', `user:${userId}`)
    .where('at', '<', before)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
  return rows.filter(({ action }) => isChangeKind(action)).map(fromChangeRow);
};

/** A token that a user made, with its last use. */
export interface UsedToken {
  id: string;
  name: string;
  publisherId: string;
  at: string;
}

/** The tokens of a user that were used, the last one first. */
export const findUsedTokens = async (
  read: ReadConnection,
  userId: string,
  { before, limit }: Asked,
): Promise<UsedToken[]> => {
  const rows = await read
    .selectFrom('tokens')
    .select(['id', 'publisher_id', 'request_json', 'last_used_at'])
    .where('maker_id', '=', userId)
    .where('last_used_at', '<', before)
    .orderBy('last_used_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id, publisher_id: publisherId, request_json: json, last_used_at: at }) => ({
    id,
    publisherId,
    name: (JSON.parse(json) as TokenTerms).name,
    at: at ?? '',
  }));
};
