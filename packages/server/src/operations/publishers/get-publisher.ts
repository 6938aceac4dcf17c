import type { Endpoints } from '@patchbay/contract';
import { sql } from 'kysely';
import { knownPublisher, targetOn } from '../../authorization/publisher.ts';
import { may } from '../../authorization/rights.ts';
import { presentPublisherWithMembers } from '../../documents/present.ts';
import { longRead } from '../../store/long-read.ts';
import { findMembers } from '../../store/rows/members.ts';
import type { Store } from '../../store/store.ts';
import type { Operation } from '../operation.ts';

/** How many nodes of a publisher are listed, and how often they were downloaded. */
const findPublisherTotals = (
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

export const getPublisher: Operation<Endpoints['getPublisher']> = async ({ store }, { actor, params }) => {
  const publisher = await knownPublisher(store.read, params.publisherId);
  const target = await targetOn(store.read, actor, publisher.id);
  const members = await findMembers(store.read, publisher.id);
  return {
    ...presentPublisherWithMembers(publisher, members, { withEmail: may(actor, 'emails.read', target) }),
    totals: await findPublisherTotals(store, publisher.id),
  };
};
