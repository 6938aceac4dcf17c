import type { Call } from '../call.ts';
import type { Connection } from '../connect.ts';
import { nodesById, offersById } from './ask-registry.ts';
import { bounds } from './bounds.ts';
import { chooseFolder } from './choose-folder.ts';
import { connectGuarded } from './connect-guarded.ts';
import type { Freshness } from './freshness.ts';
import { isAbove } from './is-above.ts';
import { highestVersion } from './highest-version.ts';
import type { InstalledNode } from './installed-node.ts';
import { mapAtOnce } from './map-at-once.ts';
import { readLock } from './read-lock.ts';
import { requireInstalled } from './require-installed.ts';

/** The latest version of each node, by each id that it has or had, in lower case. */
export const latestVersions = async (
  connection: Connection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | undefined>> => {
  const nodes = await nodesById(connection, ids);
  return new Map(Array.from(nodes, ([id, { latest_version: latest }]) => [id, latest?.version]));
};

/** Compares what is installed with what the registry offers. */
export const compareVersions = async (
  call: Call,
  into: string | undefined,
): Promise<{ folder: string; nodes: Freshness[] }> => {
  const folder = await chooseFolder(call.context.cwd, into);
  const installed = await readLock(folder);
  requireInstalled(installed, folder, []);
  const connection = await connectGuarded(call, []);
  return { folder, nodes: await compareAll(connection, [...installed]) };
};

interface Fate {
  readonly wanted: string | undefined;
  readonly newest: string | undefined;
  readonly version: string;
}

/** Why the version should be replaced, and the command that does it. */
const withWay = (reason: string, fate: Fate): string =>
  `${/[.!?]$/.test(reason) ? reason : `${reason}.`} ${wayOf(fate)}`;

const wayOf = ({ wanted, newest, version }: Fate): string => {
  if (wanted !== version) return 'Run `patchbay update` to replace it.';
  return newest === version
    ? 'There is no other version to update to.'
    : 'Run `patchbay update --latest` to replace it.';
};

const compareAll = async (
  connection: Connection,
  entries: readonly (readonly [id: string, node: InstalledNode])[],
): Promise<Freshness[]> => {
  const { registry } = connection;
  const ids = entries.map(([id]) => id);
  const [latest, offers] = await Promise.all([
    latestVersions(connection, ids),
    offersById(connection, entries),
  ]);
  return mapAtOnce(entries, bounds.downloadsAtOnce, async ([node, { version, requested, ...entry }]) => {
    const common = { node, installed: version };
    if (entry.registry !== registry) return { ...common, status: 'elsewhere', message: entry.registry };
    const newest = latest.get(node.toLowerCase());
    const wanted =
      requested === undefined || newest === undefined
        ? newest
        : await highestVersion(connection, node, requested);
    const offer = offers.get(node);
    const found = {
      ...common,
      ...(wanted !== undefined && { wanted }),
      ...(newest !== undefined && { latest: newest }),
    };
    if (offer?.status !== 'success') {
      return {
        ...found,
        status: 'withdrawn',
        message: offer?.error_message ?? 'The registry does not say why.',
      };
    }
    const fate = { wanted, newest, version };
    if (offer.node_version?.deprecated === true) {
      const { deprecation_message: reason = 'its publisher advises against it' } = offer.node_version;
      return { ...found, status: 'deprecated', message: withWay(reason, fate) };
    }
    // An installed version can be higher than the latest, such as a pre-release.
    if (newest === undefined || !isAbove(newest, version)) return { ...found, status: 'current' };
    return {
      ...found,
      status: 'outdated',
      ...(wanted === version && { message: withWay(`${requested} was asked for`, fate) }),
    };
  });
};
