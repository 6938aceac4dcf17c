import type { Endpoints } from '@patchbay/contract';
import type { Operation } from '../../context.ts';
import { act } from '../../access/act.ts';
import { permittedPublisher } from '../../access/publisher.ts';
import { movePublisher } from '../../lifecycle/publisher.ts';
import { presentPublisher } from '../../present/publisher.ts';

/** Bans a publisher, and with it all its nodes, or lifts the ban, which restores what was there before. */
export const updatePublisherStatus: Operation<Endpoints['updatePublisherStatus']> = async (
  context,
  { params, body, ...caller },
) => {
  return act(context, caller, async (tx) => {
    const publisher = await permittedPublisher(tx.db, tx.actor, 'moderate', params.publisherId);
    return presentPublisher(await movePublisher(tx, publisher, body.status, body.reason));
  });
};
