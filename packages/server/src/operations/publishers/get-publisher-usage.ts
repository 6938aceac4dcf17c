import type { Endpoints } from '@patchbay/contract';
import { permittedPublisher } from '../../authorization/publisher.ts';
import { presentUsage } from '../../present/publisher.ts';
import { findQuotas } from '../../store/rows/quotas.ts';
import type { Operation } from '../operation.ts';

export const getPublisherUsage: Operation<Endpoints['getPublisherUsage']> = async (
  { store },
  { actor, params },
) => {
  const { id } = await permittedPublisher(store.read, actor, 'private.read', params.publisherId);
  return presentUsage(await findQuotas(store.read, 'publisher', id));
};
