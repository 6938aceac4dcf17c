import { choosePublisher } from '../../ask/choose-publisher.ts';
import type { Call } from '../../call.ts';
import { command } from '../../command.ts';
import { publisherFlag } from '../../parameters/flags.ts';
import { oneArgument } from '../../parameters/one-argument.ts';
import { findMember } from './find-member.ts';
import { roleFlag } from './role-flag.ts';

interface Flags {
  readonly publisher?: string;
  readonly role: 'owner' | 'member';
}

export const changeRole = command({
  brief: 'Give a member of a publisher another role',
  description: 'The tokens of an owner end with the ownership. The last owner stays one.',
  data: ({ PublisherMember }) => PublisherMember,
  parameters: {
    flags: { publisher: publisherFlag, role: roleFlag },
    positional: oneArgument('member', 'Id or e-mail address of the member'),
  },
  async run(call: Call, { publisher, role }: Flags, wanted: string) {
    const signedIn = await call.connectSignedIn();
    const publisherId = await choosePublisher(call, signedIn, publisher);
    const { id: memberId } = await findMember(signedIn, publisherId, wanted);
    return signedIn.api.updateMember(signedIn.client, { publisherId, memberId, body: { role } });
  },
  text: ({ role, user }) => `${user.name} is ${role === 'owner' ? 'an owner' : 'a member'} now.`,
});
