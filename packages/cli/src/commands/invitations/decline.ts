import type { Call } from '../../call.ts';
import { command } from '../../command.ts';
import { oneArgument } from '../../parameters/one-argument.ts';
import { findMine } from './find-mine.ts';

export const declineInvitation = command({
  brief: 'Decline an invitation',
  data: ({ Invitation }) => Invitation,
  parameters: { positional: oneArgument('invitation', 'Its id, or the id of its publisher') },
  async run(call: Call, _flags: object, wanted: string) {
    const signedIn = await call.connectSignedIn();
    const invitation = await findMine(signedIn, wanted);
    await signedIn.api.declineInvitation(signedIn.client, { invitationId: invitation.id });
    return invitation;
  },
  text: ({ publisher_id: publisherId }) => `The invitation of ${publisherId} is declined.`,
});
