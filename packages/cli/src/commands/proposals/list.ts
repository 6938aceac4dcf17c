import type { Call } from '../../call.ts';
import { command } from '../../command.ts';
import { columns } from '../../output/columns.ts';
import { paged } from '../../output/paged.ts';
import { integerFlag } from '../../parameters/integer-flag.ts';

interface Flags {
  readonly limit: number;
  readonly page: number;
}

export const listProposals = command({
  brief: 'List what waits for a second moderator',
  data: ({ Type, Proposal }) => Type.Object({ proposals: Type.Array(Proposal), total: Type.Integer() }),
  parameters: {
    flags: {
      limit: integerFlag('How many on a page', 1, 100, 25),
      page: integerFlag('Which page', 1, 1_000_000, 1),
    },
  },
  async run(call: Call, asked: Flags) {
    const { api, client } = await call.connectSignedIn();
    const { proposals, total } = await api.listProposals(client, asked);
    return { proposals, total };
  },
  text({ proposals, total }, ink, asked) {
    const lines = columns(
      proposals.map(({ id, aim, about, reason, proposed_by: by }) => [
        id,
        aim,
        ink.bold(about),
        `by ${by.name}`,
        reason,
      ]),
    );
    return paged(lines, { ...asked, total }, 'Nothing waits for a second moderator.', ink);
  },
});
