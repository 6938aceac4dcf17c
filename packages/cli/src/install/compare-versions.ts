import type { Call } from '../call.ts';
import type { Connection } from '../connect.ts';
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

/** As many ids fit into the URL of one request. */
const idsAtOnce = 400;

/** The latest version of each node, by each id that it has or had, in lower case. */
export const latestVersions = async (
  { api, client }: Connection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | undefined>> => {
  const found = new Map<string, string | undefined>();
  for (let start = 0; start < ids.length; start += idsAtOnce) {
    const node_id = ids.slice(start, start + idsAtOnce);
    const { nodes } = await api.listNodes(client, { node_id, limit: 1_000 });
    for (const { id, former_ids: former = [], latest_version } of nodes)
      for (const one of [id, ...former]) found.set(one.toLowerCase(), latest_version?.version);
  }
  return found;
};

/** Compares what is installed with what the registry offers. */
export const compareVersions = async (
  call: Call,
  into: string | undefined,
): Promise<{ folder: string; nodes: Freshness[] }> => {
  const folder = await chooseFolder(call.context.cwd, into);
  const installed = await readLock(folder);
  const ids = requireInstalled(installed, folder, []);
  const connection = await connectGuarded(call, []);
  const nodes: Freshness[] = [];
  for (let start = 0; start < ids.length; start += idsAtOnce) {
    const chunk = [...installed].slice(start, start + idsAtOnce);
    nodes.push(...(await compareChunk(connection, chunk)));
  }
  return { folder, nodes };
};

/** What takes the node to another version. */
const way = ({ wanted, version }: { wanted: string | undefined; version: string }): string =>
  wanted === version ? '; `patchbay update --latest` goes on' : '; `patchbay update` goes on';

type Entry = readonly [id: string, node: InstalledNode];

const compareChunk = async (connection: Connection, entries: readonly Entry[]): Promise<Freshness[]> => {
  const { api, client, registry } = connection;
  const ids = entries.map(([id]) => id);
  const [latest, bulk] = await Promise.all([
    latestVersions(connection, ids),
    api.bulkGetVersions(client, {
      body: { node_versions: entries.map(([node_id, { version }]) => ({ node_id, version })) },
    }),
  ]);
  const offers = new Map(bulk.node_versions.map((item) => [item.identifier.node_id, item]));
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
        message: offer?.error_message ?? 'The registry did not answer.',
      };
    }
    const fate = { wanted, version };
    if (offer.node_version?.deprecated === true) {
      const { deprecation_message: reason = 'its publisher advises against it' } = offer.node_version;
      return { ...found, status: 'deprecated', message: `${reason}${way(fate)}` };
    }
    // An installed version can be higher than the latest, such as a pre-release.
    if (newest === undefined || !isAbove(newest, version)) return { ...found, status: 'current' };
    return {
      ...found,
      status: 'outdated',
      ...(wanted === version && { message: `${requested} was asked for${way(fate)}` }),
    };
  });
};
