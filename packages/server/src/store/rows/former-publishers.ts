import type { Reader, Writer } from '../store.ts';

/** Notes that the node belonged to the publisher, under whose id the URLs of its packages stay good. */
export const keepFormerPublisher = async (
  tx: Writer,
  nodeKey: string,
  publisherId: string,
): Promise<void> => {
  await tx.db
    .insertInto('former_publishers')
    .values({ node_key: nodeKey, publisher_id: publisherId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Whether the node belonged to the publisher before it came to the one that has it. */
export const wasPublisherOf = async (read: Reader, nodeKey: string, publisherId: string): Promise<boolean> =>
  (await read
    .selectFrom('former_publishers')
    .select('node_key')
    .where('node_key', '=', nodeKey)
    .where('publisher_id', '=', publisherId)
    .executeTakeFirst()) !== undefined;
