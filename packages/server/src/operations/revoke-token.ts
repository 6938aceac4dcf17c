import type { Endpoints } from '@patchbay/contract';
import type { Operation } from '../context.ts';
import { ApiError } from '../errors.ts';
import { permittedPublisher } from '../guards/publisher.ts';
import { aboutToken } from '../store/changes.ts';
import { markTokenRevoked } from '../store/tokens.ts';

/** Revokes a token, effective with its next use. */
export const revokeToken: Operation<Endpoints['revokeToken']> = async (context, { actor, cause, params }) => {
  const { id } = await permittedPublisher(context, actor, 'tokens.manage', params.publisherId);
  await context.store.write(cause, async (tx) => {
    if (!(await markTokenRevoked(tx, id, params.tokenId))) {
      throw new ApiError('not_found', 'There is no such token; GET the tokens for their ids.');
    }
    await tx.append({
      action: 'token.revoked',
      ...aboutToken(params.tokenId),
      before: { publisher: id },
    });
  });
};
