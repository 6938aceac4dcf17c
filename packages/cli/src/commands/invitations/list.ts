import { choosePublisher } from '../../ask/choose-publisher.ts';
import type { Call } from '../../call.ts';
import { command } from '../../command.ts';
import { columns } from '../../output/columns.ts';
import { paged } from '../../output/paged.ts';
import { publisherFlag } from '../../parameters/flags.ts';
import { integerFlag } from '../../parameters/integer-flag.ts';
import { switchFlag } from '../../parameters/switch-flag.ts';

interface Flags {
  readonly publisher?: string;
  readonly sent: boolean;
  readonly limit: number;
  readonly page: number;
}

const mailWords = { waiting: 'message waits', sent: 'message sent', not_sent: 'no message sent' } as const;

export const listInvitations = command({
  brief: 'List the open invitations to you, or those that a publisher sent',
  data: ({ Type, Invitation }) => Type.Object({ invitations: Type.Array(Invitation), total: Type.Integer() }),
  parameters: {
    flags: {
      sent: switchFlag('Those that a publisher of yours sent; implied by --publisher'),
      publisher: publisherFlag,
      limit: integerFlag('How many on a page', 1, 100, 25),
      page: integerFlag('Which page', 1, 1_000_000, 1),
    },
  },
  async run(call: Call, { publisher, sent, ...asked }: Flags) {
    const signedIn = await call.connectSignedIn();
    const { api, client } = signedIn;
    const { invitations, total } =
      sent || publisher !== undefined
        ? await api.listInvitations(client, {
            publisherId: await choosePublisher(call, signedIn, publisher),
            ...asked,
          })
        : await api.listMyInvitations(client, asked);
    return { invitations, total };
  },
  text({ invitations, total }, ink, asked) {
    const lines = columns(
      invitations.map(({ id, publisher_id: publisherId, email, role, expires_at: end, mail }) => [
        id,
        ink.bold(publisherId),
        email,
        role,
        `until ${end}`,
        mail === undefined ? '' : mailWords[mail],
      ]),
    );
    return paged(lines, { ...asked, total }, 'There is no open invitation.', ink);
  },
});
