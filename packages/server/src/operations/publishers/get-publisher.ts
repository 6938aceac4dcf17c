import type { Endpoints } from '@patchbay/contract';
import { publisherNotFound } from '../../errors.ts';
import { targetOn } from '../../access/publisher.ts';
import { may } from '../../policy/rights.ts';
import { presentPublisherWithMembers } from '../../present/publisher.ts';
import { findMembers } from '../../store/rows/members.ts';
import { findPublisher } from '../../store/rows/publishers.ts';
import type { Operation } from '../operation.ts';

export const getPublisher: Operation<Endpoints['getPublisher']> = async ({ store }, { actor, params }) => {
  const publisher = await findPublisher(store.read, params.publisherId);
  if (publisher === undefined) throw publisherNotFound(params.publisherId);
  const target = await targetOn(store.read, actor, publisher.id);
  return presentPublisherWithMembers(publisher, await findMembers(store.read, publisher.id), {
    withEmail: may(actor, 'emails.read', target),
  });
};
