import type { Endpoints } from '@patchbay/contract';
import { publisherNotFound } from '../../errors.ts';
import { targetOn } from '../../access/publisher.ts';
import { may } from '../../policy/rights.ts';
import { findPublisher } from '../../store/rows/publishers.ts';
import type { Operation } from '../operation.ts';

export const getPublisherPermissions: Operation<Endpoints['getPublisherPermissions']> = async (
  { store },
  { actor, params },
) => {
  const publisher = await findPublisher(store.read, params.publisherId);
  if (publisher === undefined) throw publisherNotFound(params.publisherId);
  return { canEdit: may(actor, 'publisher.edit', await targetOn(store.read, actor, publisher.id)) };
};
