import type { Endpoints } from '@patchbay/contract';
import { knownPublisher, targetOn } from '../../authorization/publisher.ts';
import { may } from '../../authorization/rights.ts';
import type { Operation } from '../operation.ts';

export const getPublisherPermissions: Operation<Endpoints['getPublisherPermissions']> = async (
  { store },
  { actor, params },
) => {
  const publisher = await knownPublisher(store.read, params.publisherId);
  return { canEdit: may(actor, 'publisher.edit', await targetOn(store.read, actor, publisher.id)) };
};
