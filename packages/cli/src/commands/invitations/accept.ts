import type { Call } from '../../call.ts';
import { command } from '../../command.ts';
import { oneArgument } from '../../parameters/one-argument.ts';
import { findMine } from './find-mine.ts';

export const acceptInvitation = command({
  brief: 'Accept an invitation, which makes you a member of its publisher',
  data: ({ Membership }) => Membership,
  parameters: { positional: oneArgument('invitation', 'Its id, or the id of its publisher') },
  async run(call: Call, _flags: object, wanted: string) {
    const signedIn = await call.connectSignedIn();
    const { id: invitationId } = await findMine(signedIn, wanted);
    return signedIn.api.acceptInvitation(signedIn.client, { invitationId });
  },
  text: ({ role, publisher_id: publisherId }) =>
    `You are ${role === 'owner' ? 'an owner' : 'a member'} of ${publisherId} now.`,
});
