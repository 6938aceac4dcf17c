import type { BulkResultItem, Endpoints, NodeVersionStatus } from '@patchbay/contract';
import { presentVersion } from '../../present/version.ts';
import { type FoundVersion, findVersionsByPairs } from '../../store/listing/version-pairs.ts';
import type { Operation } from '../operation.ts';

/** One item for each pair asked for, in the order asked, whatever the pair looks like. */
export const bulkGetVersions: Operation<Endpoints['bulkGetVersions']> = async (
  { store, publicUrl },
  { body: { node_versions: pairs } },
) => {
  const found = await findVersionsByPairs(store, pairs);
  const results = found.map((one) => (one === undefined ? notFound : present(one, publicUrl())));
  return {
    node_versions: pairs.map((identifier, index) => ({ identifier, ...(results[index] ?? notFound) })),
  };
};

type Result = Omit<BulkResultItem, 'identifier'>;

const notFound: Result = { status: 'not_found', error_message: 'There is no such version of such a node.' };

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
