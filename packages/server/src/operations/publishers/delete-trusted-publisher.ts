import type { Endpoints } from '@patchbay/contract';
import { act } from '../../authorization/act.ts';
import { asOwnerOrWithReason, permittedPublisher } from '../../authorization/publisher.ts';
import { ApiError } from '../../errors.ts';
import { deleteTrustedPublisher as remove } from '../../lifecycle/trusted-publisher.ts';
import { findTrustedPublisher } from '../../store/rows/trusted-publishers.ts';
import type { Operation } from '../operation.ts';

/** Deletes a rule; what CI jobs got by it ends at once. */
export const deleteTrustedPublisher: Operation<Endpoints['deleteTrustedPublisher']> = async (
  context,
  { params, query, ...caller },
) => {
  await act(context, caller, async (tx) => {
    const { id } = await permittedPublisher(tx.db, tx.actor, 'trusted-publishers.manage', params.publisherId);
    const rule = await findTrustedPublisher(tx.db, params.trustedPublisherId);
    if (rule?.publisherId !== id) {
      throw new ApiError('not_found', 'There is no such trusted publisher.', {
        advice: 'GET /publishers/{publisherId}/trusted-publishers lists them with their ids.',
      });
    }
    await remove(await asOwnerOrWithReason(tx, id, query.reason), rule);
  });
};
