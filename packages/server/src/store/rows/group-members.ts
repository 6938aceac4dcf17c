import type { ReadConnection, Writer } from '../store.ts';

/** The publishers of which a user is a member by a group of the external provider. */
export const findGroupPublishers = async (read: ReadConnection, userId: string): Promise<string[]> => {
  const rows = await read
    .selectFrom('group_members')
    .select('publisher_id')
    .where('user_id', '=', userId)
    .orderBy('publisher_id')
    .execute();
  return rows.map(({ publisher_id }) => publisher_id);
};

export const insertGroupMember = async (tx: Writer, publisherId: string, userId: string): Promise<void> => {
  await tx.db
    .insertInto('group_members')
    .values({ publisher_id: publisherId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

export const deleteGroupMember = async (tx: Writer, publisherId: string, userId: string): Promise<void> => {
  await tx.db
    .deleteFrom('group_members')
    .where('publisher_id', '=', publisherId)
    .where('user_id', '=', userId)
    .execute();
};
