import type { Endpoints } from '@patchbay/contract';
import { act } from '../../authorization/act.ts';
import { permittedPublisher } from '../../authorization/publisher.ts';
import { ApiError } from '../../errors.ts';
import { revoke } from '../../lifecycle/invitation.ts';
import { findInvitation } from '../../store/rows/invitations.ts';
import type { Operation } from '../operation.ts';

/** Ends an open invitation. */
export const revokeInvitation: Operation<Endpoints['revokeInvitation']> = async (
  context,
  { params, ...caller },
) => {
  await act(context, caller, async (tx) => {
    const { id } = await permittedPublisher(tx.db, tx.actor, 'members.manage', params.publisherId);
    const invitation = await findInvitation(tx.db, params.invitationId, tx.now);
    if (invitation?.publisherId !== id) {
      throw new ApiError('not_found', 'There is no such open invitation.', {
        advice: 'GET /publishers/{publisherId}/invitations lists the open ones with their ids.',
      });
    }
    await revoke(tx, invitation);
  });
};
