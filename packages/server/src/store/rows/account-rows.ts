import { limits, type Change, isChangeKind } from '@patchbay/contract';
import type { ReadConnection } from '../store.ts';
import { fromChangeRow } from '../log/changes.ts';
import type { TokenTerms } from './tokens.ts';

const { barePageSizeMax: max } = limits;

/** The rows of an account, without secrets and their digests: the newest of each table. */
export const findAccountRows = async (read: ReadConnection, userId: string) => {
  const [methods, memberships, tokens, reviews] = await Promise.all([
    read
      .selectFrom('account')
      .select(['providerId', 'createdAt'])
      .where('userId', '=', userId)
      .limit(max)
      .execute(),
    read
      .selectFrom('members')
      .select(['publisher_id', 'role', 'created_at'])
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .limit(max)
      .execute(),
    read
      .selectFrom('tokens')
      .select([
        'id',
        'publisher_id',
        'request_json',
        'created_at',
        'expires_at',
        'last_used_at',
        'revoked_at',
      ])
      .where('maker_id', '=', userId)
      .orderBy('created_at', 'desc')
      .limit(max)
      .execute(),
    read
      .selectFrom('reviews')
      .innerJoin('nodes', 'nodes.key', 'reviews.node_key')
      .select(['nodes.id as node_id', 'reviews.star', 'reviews.created_at'])
      .where('reviews.user_id', '=', userId)
      .orderBy('reviews.created_at', 'desc')
      .limit(max)
      .execute(),
  ]);
  return { methods, memberships, tokens, reviews };
};

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
