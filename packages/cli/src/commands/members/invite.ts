import { choosePublisher } from '../../ask/choose-publisher.ts';
import type { Call } from '../../call.ts';
import { command } from '../../command.ts';
import { publisherFlag } from '../../parameters/flags.ts';
import { oneArgument } from '../../parameters/one-argument.ts';
import { roleFlag } from './role-flag.ts';

interface Flags {
  readonly publisher?: string;
  readonly role: 'owner' | 'member';
}

export const inviteMember = command({
  brief: 'Invite somebody to become a member of a publisher',
  description: 'They get a message, and become a member once they accept. Inviting again renews it.',
  data: ({ Invitation }) => Invitation,
  parameters: {
    flags: { publisher: publisherFlag, role: { ...roleFlag, default: 'member' } },
    positional: oneArgument('email', 'The address to which the invitation is sent'),
  },
  async run(call: Call, { publisher, role }: Flags, email: string) {
    const signedIn = await call.connectSignedIn();
    const publisherId = await choosePublisher(call, signedIn, publisher);
    return signedIn.api.inviteMember(signedIn.client, { publisherId, body: { email, role } });
  },
  text: ({ email, role, publisher_id: publisherId, expires_at: end }) =>
    `${email} is invited to ${publisherId} as ${role}, until ${end}.`,
});
