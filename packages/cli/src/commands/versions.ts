import type { Call } from '../call.ts';
import { command } from '../command.ts';
import { columns } from '../output/columns.ts';
import { status } from '../output/status.ts';
import { integerFlag } from '../parameters/integer-flag.ts';
import { oneArgument } from '../parameters/one-argument.ts';

const statuses = [
  'NodeVersionStatusActive',
  'NodeVersionStatusFlagged',
  'NodeVersionStatusPending',
  'NodeVersionStatusBanned',
  'NodeVersionStatusDeleted',
] as const;

interface Flags {
  readonly all: boolean;
  readonly limit: number;
  readonly page: number;
}

export const versions = command({
  brief: 'List the versions of a node, newest first',
  data: ({ Type, NodeVersion }) => Type.Object({ versions: Type.Array(NodeVersion) }),
  parameters: {
    flags: {
      all: {
        kind: 'boolean',
        brief: 'Also versions that cannot be installed',
        default: false,
        withNegated: false,
      },
      limit: integerFlag('How many on a page', 1, 1_000, 100),
      page: integerFlag('Which page', 1, 1_000_000, 1),
    },
    positional: oneArgument('node', 'Id of the node'),
  },
  async run(call: Call, { all, limit, page }: Flags, nodeId: string) {
    const { api, client } = await call.connect();
    const states = all ? { statuses, include_status_reason: true } : {};
    return { versions: await api.listNodeVersions(client, { nodeId, limit, page, ...states }) };
  },
  text: ({ versions }, ink) =>
    versions.length === 0
      ? 'There is no version here.'
      : columns(
          versions.map((version) => [
            ink.bold(version.version),
            status(ink, version.status),
            version.createdAt,
            version.deprecated ? ink.yellow('deprecated') : '',
            version.status_reason ?? '',
          ]),
        ),
});
