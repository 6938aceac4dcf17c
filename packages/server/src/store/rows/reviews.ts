import type { Writer } from '../store.ts';

/** Stores one review for each user and updates the node's sums. */
export const upsertReview = async (
  tx: Writer,
  review: { nodeKey: string; userId: string; star: number },
): Promise<void> => {
  await tx.db
    .insertInto('reviews')
    .values({ node_key: review.nodeKey, user_id: review.userId, star: review.star, created_at: tx.now })
    .onConflict((conflict) => conflict.columns(['node_key', 'user_id']).doUpdateSet({ star: review.star }))
    .execute();
  const { sum, count } = await tx.db
    .selectFrom('reviews')
    .select((eb) => [eb.fn.sum<number>('star').as('sum'), eb.fn.countAll<number>().as('count')])
    .where('node_key', '=', review.nodeKey)
    .executeTakeFirstOrThrow();
  await tx.db
    .updateTable('nodes')
    .set({ rating_sum: sum, rating_count: count, updated_at: tx.now })
    .where('key', '=', review.nodeKey)
    .execute();
};
