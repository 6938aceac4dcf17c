import { choosePublisher } from '../../ask/choose-publisher.ts';
import { confirm } from '../../ask/confirm.ts';
import type { Call } from '../../call.ts';
import { command } from '../../command.ts';
import { publisherFlag, yesFlag } from '../../parameters/flags.ts';
import { oneArgument } from '../../parameters/one-argument.ts';
import { findMember } from './find-member.ts';

interface Flags {
  readonly publisher?: string;
  readonly yes: boolean;
}

export const removeMember = command({
  brief: 'Remove a member of a publisher, or leave it',
  description: 'The tokens of an owner end with the ownership. The last owner stays.',
  data: ({ PublisherMember }) => PublisherMember,
  parameters: {
    flags: { publisher: publisherFlag, yes: yesFlag },
    positional: oneArgument('member', 'Id or e-mail address of the member'),
  },
  async run(call: Call, { publisher, yes }: Flags, wanted: string) {
    const signedIn = await call.connectSignedIn();
    const publisherId = await choosePublisher(call, signedIn, publisher);
    const member = await findMember(signedIn, publisherId, wanted);
    await confirm(call, yes, `Remove ${member.user.name} from ${publisherId}?`);
    await signedIn.api.removeMember(signedIn.client, { publisherId, memberId: member.id });
    return member;
  },
  text: ({ user }) => `${user.name} is no member any more.`,
});
