import type { Endpoints } from '@patchbay/contract';
import type { Operation } from '../context.ts';
import { ApiError } from '../errors.ts';
import { writablePublisher } from '../guards/publisher.ts';
import { aboutPublisher } from '../store/changes.ts';
import { deleteMembersOfPublisher } from '../store/members.ts';
import { hasNodes } from '../store/nodes.ts';
import { markPublisherDeleted } from '../store/publishers.ts';

/** Deletes a publisher without nodes. Its tokens die with it, its id is never given away again. */
export const deletePublisher: Operation<Endpoints['deletePublisher']> = async (
  context,
  { actor, cause, params },
) => {
  const { id } = await writablePublisher(context, actor, 'publisher.delete', params.publisherId);
  await context.store.write(cause, async (tx) => {
    if (await hasNodes(tx.db, id)) {
      throw new ApiError('illegal_transition', `The publisher "${id}" still has nodes; delete them first.`);
    }
    await deleteMembersOfPublisher(tx, id);
    await markPublisherDeleted(tx, id);
    await tx.append({ action: 'publisher.deleted', ...aboutPublisher(id) });
  });
};
