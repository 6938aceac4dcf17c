import type { BulkResultItem, Endpoints } from '@patchbay/contract';
import { type Obstacle, versionObstacle } from '../../authorization/availability.ts';
import { presentVersion } from '../../present/version.ts';
import { type FoundVersion, findVersionsByPairs } from '../../store/listing/version-pairs.ts';
import type { Operation } from '../operation.ts';

/** One item for each requested pair, in the same order, even if the pair cannot exist. */
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

const notFound: Result = {
  status: 'not_found',
  error_message: 'There is no such node, or it has no such version.',
};

const present = (found: FoundVersion, publicUrl: string): Result => {
  const { publisher, node, version } = found;
  const obstacle = versionObstacle(publisher, node, version);
  if (obstacle !== undefined) return { status: 'unavailable', error_message: sentences[obstacle] };
  return { status: 'success', node_version: presentVersion(version, { node, publicUrl, inside: false }) };
};

const sentences = {
  'publisher-banned': 'The publisher of the node is banned.',
  'node-banned': 'The node is banned.',
  'node-deleted': 'The node is deleted.',
  'version-pending': 'The version is not yet active.',
  'version-flagged': 'The version is flagged and waits for a moderator.',
  'version-banned': 'The version is banned.',
  'version-deleted': 'The version is deleted.',
} as const satisfies Record<Obstacle, string>;
