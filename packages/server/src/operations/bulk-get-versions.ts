import type {
  BulkResultItem,
  Endpoints,
  NodeVersionIdentifier,
  NodeVersionStatus,
  Wire,
} from '@patchbay/contract';
import { type Context, JsonText, type Operation } from '../context.ts';
import { canonicalVersion } from '../policy/canonical-version.ts';
import { presentVersion } from '../present/version.ts';
import { nodeKey } from '../store/nodes.ts';
import { type FoundVersion, findVersionsByPairs, pairKey } from '../store/version-pairs.ts';

/** One item for each pair asked for, in the order asked, whatever the pair looks like. */
export const bulkGetVersions: Operation<Endpoints['bulkGetVersions']> = async (context, { body }) => {
  const { habits } = context.profile;
  const wanted = body.node_versions.map((identifier) => {
    const pair = { ...identifier, version: canonicalVersion(identifier.version, habits) };
    return { identifier, pair, key: pairKey(pair) };
  });
  const results = await renderResults(context, wanted);
  const items = wanted.map(
    ({ identifier, key }) => `{"identifier":${JSON.stringify(identifier)},${results.get(key) ?? notFound}}`,
  );
  return new JsonText(`{"node_versions":[${items.join(',')}]}`);
};

interface WantedPair {
  /** As it was sent. */
  identifier: NodeVersionIdentifier;
  /** As it is looked up. */
  pair: NodeVersionIdentifier;
  key: string;
}

type Result = Omit<BulkResultItem, 'identifier'>;

/** What stands in each item behind its identifier, by `pairKey`; what was not found is not in it. */
const renderResults = async (
  { store, rendered, wires, publicUrl }: Context,
  wanted: readonly WantedPair[],
): Promise<ReadonlyMap<string, string>> => {
  const { generation } = rendered;
  const results = new Map<string, string>();
  const unknown: NodeVersionIdentifier[] = [];
  for (const { pair, key } of wanted) {
    const kept = rendered.get(key);
    if (kept === undefined) unknown.push(pair);
    else results.set(key, kept.text);
  }
  for (const [key, found] of await findVersionsByPairs(store, unknown)) {
    const text = renderResult(present(found, publicUrl()), wires.bulkGetVersions);
    results.set(key, text);
    rendered.keep(key, { text }, { nodeKey: nodeKey(found.node.id), showsDownloads: false, generation });
  }
  return results;
};

/** The members of the result as JSON, as the host spells them. */
const renderResult = (result: Result, { writeReply }: Wire): string => {
  const reply = { node_versions: [result] };
  const { node_versions } = (writeReply === undefined ? reply : writeReply(reply)) as typeof reply;
  return JSON.stringify(node_versions[0]).slice(1, -1);
};

const notFound = '"status":"not_found","error_message":"There is no such version of such a node."';

const present = (found: FoundVersion, publicUrl: string): Result => {
  const obstacle = obstacleOf(found);
  if (obstacle !== undefined) return { status: 'unavailable', error_message: obstacle };
  const { version, node } = found;
  return { status: 'success', node_version: presentVersion(version, { node, publicUrl, inside: false }) };
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
