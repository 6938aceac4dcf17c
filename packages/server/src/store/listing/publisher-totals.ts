import { sql } from 'kysely';
import { longRead } from '../long-read.ts';
import type { Store } from '../store.ts';

/** How many nodes of a publisher are listed, and how often they were downloaded. */
export const findPublisherTotals = (
  { read, engine }: Store,
  publisherId: string,
): Promise<{ nodes: number; downloads: number }> => {
  const totals = read
    .selectFrom('nodes')
    .select((eb) => [
      eb.fn.countAll<number>().as('nodes'),
      sql<number>`coalesce(cast(sum(nodes.downloads) as bigint), 0)`.as('downloads'),
    ])
    .where('nodes.publisher_id', '=', publisherId)
    .where('nodes.listed', '=', 1)
    .where(engine.isInTime);
  return longRead(totals).executeTakeFirstOrThrow();
};
