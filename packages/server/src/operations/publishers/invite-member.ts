import type { Endpoints } from '@patchbay/contract';
import { act } from '../../authorization/act.ts';
import { requireUser, writablePublisher } from '../../authorization/publisher.ts';
import { invite } from '../../lifecycle/invitation.ts';
import { presentInvitation } from '../../present/publisher.ts';
import type { Operation } from '../operation.ts';

/** Invites somebody, who becomes a member by accepting it. */
export const inviteMember: Operation<Endpoints['inviteMember']> = (context, { params, body, ...caller }) =>
  act(context, caller, async (tx) => {
    const { id: publisherId } = await writablePublisher(tx, 'members.manage', params.publisherId);
    const invited = { publisherId, ...body, inviterId: requireUser(tx.actor).userId };
    return presentInvitation(await invite(tx, invited, context.publicUrl()));
  });
