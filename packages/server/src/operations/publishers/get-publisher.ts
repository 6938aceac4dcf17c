import type { Endpoints } from '@patchbay/contract';
import { knownPublisher, targetOn } from '../../authorization/publisher.ts';
import { may } from '../../authorization/rights.ts';
import { presentPublisherWithMembers } from '../../documents/present.ts';
import { findPublisherTotals } from '../../store/listing/publisher-totals.ts';
import { findMembers } from '../../store/rows/members.ts';
import type { Operation } from '../operation.ts';

export const getPublisher: Operation<Endpoints['getPublisher']> = async ({ store }, { actor, params }) => {
  const publisher = await knownPublisher(store.read, params.publisherId);
  const target = await targetOn(store.read, actor, publisher.id);
  const members = await findMembers(store.read, publisher.id);
  return {
    ...presentPublisherWithMembers(publisher, members, { withEmail: may(actor, 'emails.read', target) }),
    totals: await findPublisherTotals(store, publisher.id),
  };
};
