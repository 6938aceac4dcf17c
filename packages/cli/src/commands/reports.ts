import type { Call } from '../call.ts';
import { command } from '../command.ts';
import { columns } from '../output/columns.ts';
import { paged } from '../output/paged.ts';
import { status } from '../output/status.ts';
import { integerFlag } from '../parameters/integer-flag.ts';

interface Flags {
  readonly limit: number;
  readonly page: number;
}

export const reports = command({
  brief: 'List what you reported to the moderators, with their answers',
  data: ({ Type, Report }) => Type.Object({ reports: Type.Array(Report), total: Type.Integer() }),
  parameters: {
    flags: {
      limit: integerFlag('How many on a page', 1, 100, 25),
      page: integerFlag('Which page', 1, 1_000_000, 1),
    },
  },
  async run(call: Call, asked: Flags) {
    const { api, client } = await call.connectSignedIn();
    const { reports: found, total } = await api.listMyReports(client, asked);
    return { reports: found, total };
  },
  text({ reports: found, total }, ink, asked) {
    const lines = columns(
      found.map(({ node_id: nodeId, version, reason, status: state, answer = '' }) => [
        ink.bold(version === undefined ? nodeId : `${nodeId}@${version}`),
        status(ink, state),
        reason,
        answer,
      ]),
      ink.width,
    );
    return paged(lines, { ...asked, total }, 'You reported nothing. `patchbay report <node>` does.', ink);
  },
});
