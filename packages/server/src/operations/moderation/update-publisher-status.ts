import type { Endpoints } from '@patchbay/contract';
import { act } from '../../authorization/act.ts';
import { permittedPublisher } from '../../authorization/publisher.ts';
import { movePublisher } from '../../lifecycle/publisher.ts';
import { presentPublisher } from '../../documents/present.ts';
import type { Operation } from '../operation.ts';

/** Bans a publisher with all its nodes, or lifts the ban, which restores the earlier states. */
export const updatePublisherStatus: Operation<Endpoints['updatePublisherStatus']> = async (
  context,
  { params, body, ...caller },
) => {
  return act(context, caller, async (tx) => {
    const publisher = await permittedPublisher(tx.db, tx.actor, 'moderate', params.publisherId);
    return presentPublisher(await movePublisher(tx, publisher, body.status, body.reason));
  });
};
