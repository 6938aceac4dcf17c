import type { Endpoints } from '@patchbay/contract';
import { ApiError } from '../../errors.ts';
import { act } from '../../access/act.ts';
import { writablePublisher } from '../../access/publisher.ts';
import { deleteMembersOfPublisher } from '../../store/rows/members.ts';
import { hasNodes } from '../../store/rows/nodes.ts';
import { markPublisherDeleted } from '../../store/rows/publishers.ts';
import type { Operation } from '../operation.ts';

/** Deletes a publisher without nodes. Its tokens die with it, its id is never given away again. */
export const deletePublisher: Operation<Endpoints['deletePublisher']> = async (
  context,
  { params, ...caller },
) => {
  await act(context, caller, async (tx) => {
    const { id } = await writablePublisher(tx, 'publisher.delete', params.publisherId);
    if (await hasNodes(tx.db, id)) {
      throw new ApiError('illegal_transition', `The publisher "${id}" still has nodes; delete them first.`);
    }
    await deleteMembersOfPublisher(tx, id);
    await markPublisherDeleted(tx, id);
    await tx.append({ kind: 'publisher.deleted', about: { id } });
  });
};
