import type { Endpoints } from '@patchbay/contract';
import { act } from '../../authorization/act.ts';
import { permittedPublisher } from '../../authorization/publisher.ts';
import { withReason } from '../../authorization/reason.ts';
import { movePublisher } from '../../lifecycle/publisher.ts';
import type { Operation } from '../operation.ts';

/** Bans a publisher, and with it all its nodes. */
export const banPublisher: Operation<Endpoints['banPublisher']> = async (
  context,
  { params, body, ...caller },
) => {
  await act(context, caller, async (tx) => {
    const publisher = await permittedPublisher(tx.db, tx.actor, 'moderate', params.publisherId);
    await movePublisher(withReason(tx, body.reason), publisher, 'PublisherStatusBanned', body.reason);
  });
};
