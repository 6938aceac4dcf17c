import type { Endpoints } from '@patchbay/contract';
import type { Operation } from '../context.ts';
import { publisherNotFound } from '../errors.ts';
import { demandMove } from '../guards/move.ts';
import { permittedPublisher } from '../guards/publisher.ts';
import { presentPublisher } from '../present/publisher.ts';
import { aboutPublisher } from '../store/changes.ts';
import { findPublisher, updatePublisherRow } from '../store/publishers.ts';

/** Bans a publisher, and with it all its nodes, or lifts the ban, which restores what was there before. */
export const updatePublisherStatus: Operation<Endpoints['updatePublisherStatus']> = async (
  context,
  { actor, cause, params, body },
) => {
  await permittedPublisher(context, actor, 'moderate', params.publisherId);
  return context.store.write(cause, async (tx) => {
    const publisher = await findPublisher(tx.db, params.publisherId);
    if (publisher === undefined) throw publisherNotFound(params.publisherId);
    demandMove('Publisher', 'status', publisher.status, body.status, ['moderator']);
    const next = { ...publisher, status: body.status };
    if (next.status !== publisher.status) {
      await updatePublisherRow(tx, next);
      await tx.append({
        action: 'publisher.moderated',
        ...aboutPublisher(publisher.id),
        before: { status: publisher.status },
        after: { status: next.status },
        reason: body.reason,
      });
    }
    return presentPublisher(next);
  });
};
