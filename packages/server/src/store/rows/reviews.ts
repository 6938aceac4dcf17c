import type { Reader, Writer } from '../store.ts';

/** The stars that the user gave the node, or undefined. */
export const findStar = async (
  read: Reader,
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
