import type { Endpoints } from '@patchbay/contract';
import { ApiError } from '../../errors.ts';
import { act } from '../../authorization/act.ts';
import { writablePublisher } from '../../authorization/publisher.ts';
import { deletePublisher as markDeleted } from '../../lifecycle/publisher.ts';
import { findNodeStatuses } from '../../store/rows/nodes.ts';
import type { Operation } from '../operation.ts';

/** Deletes a publisher without nodes. Its tokens end, and its id is never assigned again. */
export const deletePublisher: Operation<Endpoints['deletePublisher']> = async (
  context,
  { params, ...caller },
) => {
  await act(context, caller, async (tx) => {
    const publisher = await writablePublisher(tx, 'publisher.delete', params.publisherId);
    const statuses = await findNodeStatuses(tx.db, publisher.id);
    if (statuses.length > 0) {
      const banned = statuses.includes('NodeStatusBanned')
        ? ' Ask the moderators to lift the ban of those that are banned.'
        : '';
      throw new ApiError(
        'illegal_transition',
        `The publisher "${publisher.id}" still has nodes. Delete them first.${banned}`,
      );
    }
    await markDeleted(tx, publisher);
  });
};
