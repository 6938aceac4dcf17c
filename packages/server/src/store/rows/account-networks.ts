import type { Writer } from '../store.ts';

/** Of an account, the ones used last. */
const keptMax = 50;

/**
 * Notes that an account is used from a network. Returns whether that is new: it was used before, and not from there. An
 * account of which no network is known yet has nothing to compare with.
 */
export const noteNetwork = async (tx: Writer, userId: string, mark: string): Promise<boolean> => {
  const known = await tx.db
    .selectFrom('account_networks')
    .select(['mark', 'seen_at'])
    .where('user_id', '=', userId)
    .orderBy('seen_at', 'desc')
    .execute();
  await tx.db
    .insertInto('account_networks')
    .values({ user_id: userId, mark, seen_at: tx.now })
    .onConflict((conflict) => conflict.columns(['user_id', 'mark']).doUpdateSet({ seen_at: tx.now }))
    .execute();
  const isKnown = known.some((one) => one.mark === mark);
  const surplus = isKnown ? [] : known.slice(keptMax - 1);
  if (surplus.length > 0) {
    await tx.db
      .deleteFrom('account_networks')
      .where('user_id', '=', userId)
      .where(
        'mark',
        'in',
        surplus.map((one) => one.mark),
      )
      .execute();
  }
  return known.length > 0 && !isKnown;
};
