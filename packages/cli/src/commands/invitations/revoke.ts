import { choosePublisher } from '../../ask/choose-publisher.ts';
import type { Call } from '../../call.ts';
import { command } from '../../command.ts';
import { CliError } from '../../errors.ts';
import { publisherFlag } from '../../parameters/flags.ts';
import { oneArgument } from '../../parameters/one-argument.ts';

export const revokeInvitation = command({
  brief: 'Revoke an invitation that a publisher sent',
  data: ({ Invitation }) => Invitation,
  parameters: {
    flags: { publisher: publisherFlag },
    positional: oneArgument('invitation', 'Its id, or the address that is invited'),
  },
  async run(call: Call, { publisher }: { readonly publisher?: string }, wanted: string) {
    const signedIn = await call.connectSignedIn();
    const { api, client } = signedIn;
    const publisherId = await choosePublisher(call, signedIn, publisher);
    const { invitations } = await api.listInvitations(client, { publisherId, limit: 100 });
    const found = invitations.find(({ id, email }) => id === wanted || email === wanted.toLowerCase());
    if (found === undefined) {
      throw new CliError('not_found', `${publisherId} has no open invitation "${wanted}".`, {
        next: 'Run `patchbay invitations list --sent`.',
      });
    }
    await api.revokeInvitation(client, { publisherId, invitationId: found.id });
    return found;
  },
  text: ({ email }) => `The invitation to ${email} is revoked.`,
});
