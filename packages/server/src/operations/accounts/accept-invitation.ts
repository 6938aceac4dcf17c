import type { Endpoints } from '@patchbay/contract';
import { act } from '../../authorization/act.ts';
import { ownObstacle } from '../../authorization/availability.ts';
import { knownPublisher, publisherBanned, requireAccount } from '../../authorization/publisher.ts';
import { knownUser } from '../../authorization/user.ts';
import { presentMember } from '../../documents/present.ts';
import { accept, invitationTo } from '../../lifecycle/invitation.ts';
import type { Operation } from '../operation.ts';

/** Makes the caller a member, as an invitation to their address says. */
export const acceptInvitation: Operation<Endpoints['acceptInvitation']> = (context, { params, ...caller }) =>
  act(context, caller, async (tx) => {
    const user = await knownUser(tx.db, tx.actor);
    requireAccount(tx.actor);
    const invitation = await invitationTo(tx, user, params.invitationId);
    const publisher = await knownPublisher(tx.db, invitation.publisherId);
    if (ownObstacle(publisher) !== undefined) throw publisherBanned(publisher.id);
    const member = await accept(tx, user, invitation);
    return { publisher_id: publisher.id, ...presentMember(member, { withEmail: true }) };
  });
