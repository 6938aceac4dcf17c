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
  const { rendered, profile } = context;
  const { generation } = rendered;
  const wanted = body.node_versions.map((identifier) => {
    const { node_id, version } = identifier;
    const pair = { node_id, version: canonicalVersion(version, profile.habits) };
    const key = pairKey(pair);
    return { identifier, pair, key, kept: rendered.get(key)?.text };
  });
  const unknown = wanted.filter(({ kept }) => kept === undefined).map(({ pair }) => pair);
  const found = await renderUnknown(context, unknown, generation);
  const items = wanted.map(({ identifier, key, kept }) =>
    itemOf(identifier, kept ?? found.get(key) ?? notFound),
  );
  return new JsonText(`{"node_versions":[${items.join(',')}]}`);
};

/** The identifier as it was sent, and behind it the members of the result. */
const itemOf = ({ node_id, version }: NodeVersionIdentifier, result: string): string =>
  `{"identifier":{"node_id":${quote(node_id)},"version":${quote(version)}},${result}}`;

/** Nearly all that is sent needs no escape, and to look is quicker than to write it as if it did. */
const plain = /^[\w.+ /-]*$/;
const quote = (text: string): string => (plain.test(text) ? `"${text}"` : JSON.stringify(text));

type Result = Omit<BulkResultItem, 'identifier'>;

/** The members of the results that were not kept, by `pairKey`; what was not found is not in it. */
const renderUnknown = async (
  { store, rendered, wires, publicUrl }: Context,
  unknown: readonly NodeVersionIdentifier[],
  generation: number,
): Promise<ReadonlyMap<string, string>> => {
  const results = new Map<string, string>();
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
