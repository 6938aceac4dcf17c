import type { Endpoints } from '@patchbay/contract';
import { type Obstacle, versionObstacle } from '../../authorization/availability.ts';
import { presentVersion } from '../../documents/present.ts';
import { type FoundVersion, findVersionsByPairs } from '../../store/listing/version-pairs.ts';
import { type BulkItem, Json } from '../answers.ts';
import type { Operation } from '../operation.ts';

/** One item for each requested pair, in the same order, even if the pair cannot exist. */
export const bulkGetVersions: Operation<Endpoints['bulkGetVersions']> = async (
  { store, documents, publicUrl },
  { body: { node_versions: pairs } },
) => {
  const url = publicUrl();
  const stored = (await documents?.versions(store.read, pairs)) ?? [];
  const others = pairs.filter((_, index) => stored[index] === undefined);
  const found = others.length === 0 ? [] : await findVersionsByPairs(store, others);
  const items: BulkItem[] = [];
  for (const [index, identifier] of pairs.entries()) {
    const json = stored[index];
    if (json === undefined) {
      const row = found.shift();
      items.push({ identifier, ...(row === undefined ? notFound : present(row, url)) });
    } else {
      items.push({ identifier, status: 'success', node_version: new Json(json) });
    }
  }
  if (items.some(({ node_version: version }) => version !== undefined && !(version instanceof Json)))
    documents?.missed();
  return { node_versions: items };
};

type Result = Omit<BulkItem, 'identifier'>;

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
