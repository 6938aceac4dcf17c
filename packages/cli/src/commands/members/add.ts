import { choosePublisher } from '../../ask/choose-publisher.ts';
import type { Call } from '../../call.ts';
import { command } from '../../command.ts';
import { publisherFlag } from '../../parameters/flags.ts';
import { oneArgument } from '../../parameters/one-argument.ts';

interface Flags {
  readonly publisher?: string;
  readonly role: 'owner' | 'member';
}

export const addMember = command({
  brief: 'Make a user a member of a publisher, or give a member another role',
  data: ({ PublisherMember }) => PublisherMember,
  parameters: {
    flags: {
      publisher: publisherFlag,
      role: {
        kind: 'enum',
        values: ['owner', 'member'],
        default: 'member',
        brief: 'Members publish and edit; owners also manage members and tokens, and delete',
      },
    },
    positional: oneArgument('email', 'The address the user signed up with'),
  },
  async run(call: Call, { publisher, role }: Flags, email: string) {
    const signedIn = await call.connectSignedIn();
    const publisherId = await choosePublisher(call, signedIn, publisher);
    return signedIn.api.addMember(signedIn.client, { publisherId, body: { email, role } });
  },
  text: ({ role, user }) => `${user.name} is ${role === 'owner' ? 'an owner' : 'a member'} now.`,
});
