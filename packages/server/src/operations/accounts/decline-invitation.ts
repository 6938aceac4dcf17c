import type { Endpoints } from '@patchbay/contract';
import { act } from '../../authorization/act.ts';
import { requireVerified } from '../../authorization/publisher.ts';
import { knownUser } from '../../authorization/user.ts';
import { decline, invitationTo } from '../../lifecycle/invitation.ts';
import type { Operation } from '../operation.ts';

/** Ends an invitation to the address of the caller. */
export const declineInvitation: Operation<Endpoints['declineInvitation']> = async (
  context,
  { params, ...caller },
) => {
  await act(context, caller, async (tx) => {
    const user = await knownUser(tx.db, tx.actor);
    requireVerified(tx.actor);
    await decline(tx, await invitationTo(tx, user, params.invitationId));
  });
};
