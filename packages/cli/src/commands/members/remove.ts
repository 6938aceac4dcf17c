import { choosePublisher } from '../../ask/choose-publisher.ts';
import { confirm } from '../../ask/confirm.ts';
import type { Call } from '../../call.ts';
import { command } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { publisherFlag, yesFlag } from '../../parameters/flags.ts';
import { oneArgument } from '../../parameters/one-argument.ts';

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
    const { api, client } = signedIn;
    const publisherId = await choosePublisher(call, signedIn, publisher);
    const members = await api.listMembers(client, { publisherId });
    const member = members.find(({ id, user }) => id === wanted || user.email === wanted);
    if (member === undefined) {
      throw new CliError('not_found', `${publisherId} has no member "${wanted}".`, {
        next: 'Run `patchbay members list`.',
      });
    }
    await confirm(call, yes, `Remove ${member.user.name} from ${publisherId}?`);
    await api.removeMember(client, { publisherId, memberId: member.id });
    return member;
  },
  text: ({ user }) => `${user.name} is no member any more.`,
});
