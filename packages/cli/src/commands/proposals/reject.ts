import type { Call } from '../../call.ts';
import { command } from '../../command.ts';
import { oneArgument } from '../../parameters/one-argument.ts';
import { textFlag } from '../../parameters/text-flag.ts';

export const rejectProposal = command({
  brief: 'Reject what another moderator asked for, or withdraw it',
  data: ({ Type }) => Type.Object({ id: Type.String() }),
  parameters: {
    flags: { reason: { ...textFlag('Why, for the log'), optional: false } },
    positional: oneArgument('proposal', 'Its id'),
  },
  async run(call: Call, { reason }: { readonly reason: string }, proposalId: string) {
    const { api, client } = await call.connectSignedIn();
    await api.rejectProposal(client, { proposalId, body: { reason } });
    return { id: proposalId };
  },
  text: () => 'The proposal is gone.',
});
