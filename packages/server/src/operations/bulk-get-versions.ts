import type { Endpoints, NodeVersionIdentifier, NodeVersionStatus } from '@patchbay/contract';
import { type Context, JsonText, type Operation } from '../context.ts';
import { presentVersion } from '../present/version.ts';
import { nodeKey } from '../store/nodes.ts';
import { type FoundVersion, findVersionsByPairs, pairKey } from '../store/versions.ts';

/** One item for each pair asked for, in the order asked, whatever the pair looks like. */
export const bulkGetVersions: Operation<Endpoints['bulkGetVersions']> = async (context, { body }) => {
  const wanted = body.node_versions.map((identifier) => ({ identifier, key: pairKey(identifier) }));
  const results = await renderResults(context, wanted);
  const items = wanted.map(
    ({ identifier, key }) => `{"identifier":${JSON.stringify(identifier)},${results.get(key) ?? notFound}}`,
  );
  return new JsonText(`{"node_versions":[${items.join(',')}]}`);
};

interface WantedPair {
  identifier: NodeVersionIdentifier;
  key: string;
}

/** What stands in each item behind its identifier, by `pairKey`; what was not found is not in it. */
const renderResults = async (
  { store, rendered, publicUrl }: Context,
  wanted: readonly WantedPair[],
): Promise<ReadonlyMap<string, string>> => {
  const { generation } = rendered;
  const results = new Map<string, string>();
  const unknown: NodeVersionIdentifier[] = [];
  for (const { identifier, key } of wanted) {
    const kept = rendered.get(key);
    if (kept === undefined) unknown.push(identifier);
    else results.set(key, kept.text);
  }
  for (const [key, found] of await findVersionsByPairs(store, unknown)) {
    const text = renderResult(found, publicUrl());
    results.set(key, text);
    rendered.keep(key, { text }, { nodeKey: nodeKey(found.node.id), generation });
  }
  return results;
};

const unavailable = (message: string): string =>
  `"status":"unavailable","error_message":${JSON.stringify(message)}`;

const notFound = '"status":"not_found","error_message":"There is no such version of such a node."';

const renderResult = (found: FoundVersion, publicUrl: string): string => {
  const obstacle = obstacleOf(found);
  if (obstacle !== undefined) return unavailable(obstacle);
  const { version, node } = found;
  const shown = presentVersion(version, { node, publicUrl, inside: false });
  return `"status":"success","node_version":${JSON.stringify(shown)}`;
};

const obstacles: Readonly<Record<NodeVersionStatus, string | undefined>> = {
  NodeVersionStatusActive: undefined,
  NodeVersionStatusPending: 'The version is not yet active.',
  NodeVersionStatusFlagged: 'The version is flagged and waits for a moderator.',
  NodeVersionStatusBanned: 'The version is banned.',
  NodeVersionStatusDeleted: 'The version is deleted.',
};

const obstacleOf = ({ version, node }: FoundVersion): string | undefined => {
  if (node.publisherStatus === 'PublisherStatusBanned') return 'The publisher of the node is banned.';
  if (node.status === 'NodeStatusBanned') return 'The node is banned.';
  if (node.status === 'NodeStatusDeleted') return 'The node is deleted.';
  return obstacles[version.status];
};
