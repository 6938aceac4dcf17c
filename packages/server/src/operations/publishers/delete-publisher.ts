import type { Endpoints } from '@patchbay/contract';
import { ApiError } from '../../errors.ts';
import { act } from '../../authorization/act.ts';
import { writablePublisher } from '../../authorization/publisher.ts';
import { deletePublisher as markDeleted } from '../../lifecycle/publisher.ts';
import { hasNodes } from '../../store/rows/nodes.ts';
import type { Operation } from '../operation.ts';

/** Deletes a publisher without nodes. Its tokens end, and its id is never assigned again. */
export const deletePublisher: Operation<Endpoints['deletePublisher']> = async (
  context,
  { params, ...caller },
) => {
  await act(context, caller, async (tx) => {
    const publisher = await writablePublisher(tx, 'publisher.delete', params.publisherId);
    if (await hasNodes(tx.db, publisher.id)) {
      throw new ApiError(
        'illegal_transition',
        `The publisher "${publisher.id}" still has nodes. Delete them first.`,
      );
    }
    await markDeleted(tx, publisher);
  });
};
