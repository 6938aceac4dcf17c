import { limits } from '@patchbay/contract';
import type { ReadConnection } from '../store.ts';

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
