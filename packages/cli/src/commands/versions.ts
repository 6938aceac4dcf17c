import type { VersionChanges } from '@patchbay/client';
import type { Call } from '../call.ts';
import { command } from '../command.ts';
import { inNamesOfHost } from '../in-names-of-host.ts';
import { columns } from '../output/columns.ts';
import type { Ink } from '../output/ink.ts';
import { status, versionStatuses } from '../output/status.ts';
import { integerFlag } from '../parameters/integer-flag.ts';
import { oneArgument } from '../parameters/one-argument.ts';

/** The registry compares no more on a page. */
const changedMax = 50;

interface Flags {
  readonly all: boolean;
  readonly changes: boolean;
  readonly limit: number;
  readonly page: number;
}

export const versions = command({
  brief: 'List the versions of a node, newest first',
  data: ({ Type, ListedVersion }) => Type.Object({ versions: Type.Array(ListedVersion) }),
  parameters: {
    flags: {
      all: {
        kind: 'boolean',
        brief: 'Also versions that cannot be installed',
        default: false,
        withNegated: false,
      },
      changes: {
        kind: 'boolean',
        brief: 'Also the app-nodes that each one changed, of 50 versions on a page',
        default: false,
        withNegated: false,
      },
      limit: integerFlag('How many on a page', 1, 1_000, 100),
      page: integerFlag('Which page', 1, 1_000_000, 1),
    },
    positional: oneArgument('node', 'Id of the node'),
  },
  async run(call: Call, { all, changes, limit, page }: Flags, nodeId: string) {
    const { api, client } = await call.connect();
    const states = all ? { statuses: versionStatuses, include_status_reason: true } : {};
    const asked = { nodeId, limit, page, ...states };
    if (!changes) return { versions: await api.listNodeVersions(client, asked) };
    // A registry with the names of a host has other names for app-nodes.
    const named = await inNamesOfHost(client);
    return { versions: await api.listNodeVersions(named, { ...asked, include_changes: true }) };
  },
  text({ versions }, ink, { changes, limit, page }) {
    if (versions.length === 0)
      return page === 1
        ? 'There is no version here.'
        : `Nothing is on page ${page}: the last one is before it.`;
    const lines = columns(
      versions.map((version) => [
        ink.bold(version.version),
        status(ink, version.status),
        version.createdAt,
        version.deprecated ? ink.yellow('deprecated') : '',
        version.status_reason ?? '',
        version.changes === undefined ? '' : changesIn(version.changes, ink),
      ]),
    );
    // The registry does not say in its body how many there are.
    const isFull = versions.length === (changes ? Math.min(limit, changedMax) : limit);
    return isFull ? `${lines}\n${ink.dim(`Older ones, if any, are on page ${page + 1}.`)}` : lines;
  },
});

/** What differs from the version before, by its sign: `+1 ±2 −1 breaking`. */
const changesIn = ({ total, app_nodes: appNodes }: VersionChanges, ink: Ink): string => {
  if (total > appNodes.length) return `${total} app-nodes differ`;
  const counts = Object.entries({ added: '+', changed: '±', removed: '−' }).flatMap(([kind, sign]) => {
    const count = appNodes.filter((appNode) => appNode.kind === kind).length;
    return count === 0 ? [] : [`${sign}${count}`];
  });
  const isBreaking = appNodes.some(({ breaking }) => breaking === true);
  return [...counts, ...(isBreaking ? [ink.red('breaking')] : [])].join(' ');
};
