import { sql } from 'kysely';
import type { ReadConnection, Writer } from '../store.ts';

/** The stars that the user gave the node, or undefined. */
export const findStar = async (
  read: ReadConnection,
  { nodeKey, userId }: { nodeKey: string; userId: string },
): Promise<number | undefined> =>
  (
    await read
      .selectFrom('reviews')
      .select('star')
      .where('node_key', '=', nodeKey)
      .where('user_id', '=', userId)
      .executeTakeFirst()
  )?.star;

/** Stores one review for each user, in place of the one with `starBefore`, and updates the node's sums. */
export const upsertReview = async (
  tx: Writer,
  review: { nodeKey: string; userId: string; star: number },
  starBefore: number | undefined,
): Promise<void> => {
  await tx.db
    .insertInto('reviews')
    .values({ node_key: review.nodeKey, user_id: review.userId, star: review.star, created_at: tx.now })
    .onConflict((conflict) => conflict.columns(['node_key', 'user_id']).doUpdateSet({ star: review.star }))
    .execute();
  await tx.db
    .updateTable('nodes')
    .set((eb) => ({
      rating_sum: eb('rating_sum', '+', review.star - (starBefore ?? 0)),
      rating_count: eb('rating_count', '+', starBefore === undefined ? 1 : 0),
      updated_at: tx.now,
    }))
    .where('key', '=', review.nodeKey)
    .execute();
};

/** Adds up the reviews of a node. */
export const refreshRating = async (tx: Writer, nodeKey: string): Promise<void> => {
  const { sum, count } = await tx.db
    .selectFrom('reviews')
    .select(sums)
    .where('node_key', '=', nodeKey)
    .executeTakeFirstOrThrow();
  await tx.db
    .updateTable('nodes')
    .set({ rating_sum: sum, rating_count: count, updated_at: tx.now })
    .where('key', '=', nodeKey)
    .execute();
};

const sums = [
  sql<number>`cast(coalesce(sum(star), 0) as bigint)`.as('sum'),
  sql<number>`count(*)`.as('count'),
] as const;

interface Rating {
  sum: number;
  count: number;
}

/** At most `max` nodes whose stars are not those of their reviews. */
export const findWrongRatings = async (
  read: ReadConnection,
  max: number,
): Promise<{ key: string; found: Rating; expected: Rating }[]> => {
  const reviewed = read.selectFrom('reviews').select('node_key').select(sums).groupBy('node_key');
  const rows = await read
    .selectFrom('nodes')
    .leftJoin(reviewed.as('reviewed'), 'reviewed.node_key', 'nodes.key')
    .select(['nodes.key', 'nodes.rating_sum', 'nodes.rating_count', 'reviewed.sum', 'reviewed.count'])
    .leftJoin('replicas', (on) =>
      on.onRef('replicas.id', '=', 'nodes.key').on('replicas.resource', '=', 'node'),
    )
    // A node from another registry has the stars that it has there.
    .where('replicas.id', 'is', null)
    .where(sql<boolean>`(nodes.rating_sum, nodes.rating_count) <> (coalesce(sum, 0), coalesce(count, 0))`)
    .limit(max)
    .execute();
  return rows.map(({ key, rating_sum, rating_count, sum, count }) => ({
    key,
    found: { sum: rating_sum, count: rating_count },
    expected: { sum: sum ?? 0, count: count ?? 0 },
  }));
};
