import type { Endpoints } from '@patchbay/contract';
import { act } from '../../access/act.ts';
import { permittedPublisher } from '../../access/publisher.ts';
import { isPublisherBanned, updatePublisherRow } from '../../store/rows/publishers.ts';
import type { Operation } from '../operation.ts';

/** Bans a publisher, and with it all its nodes. */
export const banPublisher: Operation<Endpoints['banPublisher']> = async (context, { params, ...caller }) => {
  await act(context, caller, async (tx) => {
    const publisher = await permittedPublisher(tx.db, tx.actor, 'moderate', params.publisherId);
    if (isPublisherBanned(publisher)) return;
    const status = 'PublisherStatusBanned';
    await updatePublisherRow(tx, { ...publisher, status });
    await tx.append({
      kind: 'publisher.moderated',
      about: publisher,
      before: { status: publisher.status },
      after: { status },
      reason: 'Banned by a moderator.',
    });
  });
};
