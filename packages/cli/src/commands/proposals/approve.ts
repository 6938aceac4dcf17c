import type { Call } from '../../call.ts';
import { command } from '../../command.ts';
import { oneArgument } from '../../parameters/one-argument.ts';

export const approveProposal = command({
  brief: 'Approve what another moderator asked for, which carries it out',
  data: ({ Proposal }) => Proposal,
  parameters: { positional: oneArgument('proposal', 'Its id') },
  async run(call: Call, _flags: object, proposalId: string) {
    const { api, client } = await call.connectSignedIn();
    return api.approveProposal(client, { proposalId });
  },
  text: ({ aim, about }) => `${about}: ${aim === 'lift-ban' ? 'the ban is lifted' : 'is a moderator now'}.`,
});
