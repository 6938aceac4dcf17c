import type { Endpoints } from '@patchbay/contract';
import { act } from '../../access/act.ts';
import { requireMove } from '../../lifecycle/require-move.ts';
import { permittedPublisher } from '../../access/publisher.ts';
import { presentPublisher } from '../../present/publisher.ts';
import { updatePublisherRow } from '../../store/rows/publishers.ts';
import type { Operation } from '../operation.ts';

/** Bans a publisher, and with it all its nodes, or lifts the ban, which restores what was there before. */
export const updatePublisherStatus: Operation<Endpoints['updatePublisherStatus']> = async (
  context,
  { params, body, ...caller },
) => {
  return act(context, caller, async (tx) => {
    const publisher = await permittedPublisher(tx.db, tx.actor, 'moderate', params.publisherId);
    requireMove('Publisher', 'status', publisher.status, body.status, ['moderator']);
    const next = { ...publisher, status: body.status };
    if (next.status !== publisher.status) {
      await updatePublisherRow(tx, next);
      await tx.append({
        kind: 'publisher.moderated',
        about: publisher,
        before: { status: publisher.status },
        after: { status: next.status },
        reason: body.reason,
      });
    }
    return presentPublisher(next);
  });
};
