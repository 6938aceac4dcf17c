import type { Endpoints } from '@patchbay/contract';
import { ApiError } from '../../errors.ts';
import { act } from '../../authorization/act.ts';
import { asOwnerOrWithReason, permittedPublisher } from '../../authorization/publisher.ts';
import { revokeToken as revoke } from '../../lifecycle/token.ts';
import type { Operation } from '../operation.ts';

/** Revokes a token; its next use fails. */
export const revokeToken: Operation<Endpoints['revokeToken']> = async (
  context,
  { params, query, ...caller },
) => {
  await act(context, caller, async (tx) => {
    const { id } = await permittedPublisher(tx.db, tx.actor, 'tokens.manage', params.publisherId);
    if (!(await revoke(await asOwnerOrWithReason(tx, id, query.reason), id, params.tokenId))) {
      throw new ApiError('not_found', 'There is no such token.', {
        advice: 'GET /publishers/{publisherId}/tokens lists the tokens with their ids.',
      });
    }
  });
};
