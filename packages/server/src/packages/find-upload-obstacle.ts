import { nodeObstacle } from '../authorization/availability.ts';
import { type NodeCard, findNodeCard } from '../store/rows/node-cards.ts';
import { findQuota } from '../store/rows/quotas.ts';
import { findLiveTokenById } from '../store/rows/tokens.ts';
import type { VersionRecord } from '../store/rows/versions.ts';
import type { ReadConnection } from '../store/store.ts';
import type { UploadObstacle } from './intake.ts';

/**
 * Why no package of so many bytes is taken for the version, or undefined. The token that published has to be good at
 * `now`, and of the publisher that has the node by then.
 */
export const findUploadObstacle = async (
  read: ReadConnection,
  now: string,
  { nodeKey, uploadTokenId }: Pick<VersionRecord, 'nodeKey' | 'uploadTokenId'>,
  bytes: number,
): Promise<UploadObstacle | undefined> => {
  const card = await findNodeCard(read, nodeKey);
  return card === undefined ? 'publisher-deleted' : findObstacleOf(read, now, card, uploadTokenId, bytes);
};

/** The same for a version of a node that was just read, published with the token of this id. */
export const findObstacleOf = async (
  read: ReadConnection,
  now: string,
  { node, publisher }: Pick<NodeCard, 'node' | 'publisher'>,
  tokenId: string | null,
  bytes: number,
): Promise<UploadObstacle | undefined> => {
  const obstacle = nodeObstacle(publisher, node);
  if (obstacle !== undefined) return obstacle;
  const token = tokenId === null ? undefined : await findLiveTokenById(read, tokenId, now);
  if (tokenId !== null && token?.publisherId !== publisher.id) return 'token-ended';
  // It may have come to that since the publish.
  if (node.metadata.trusted_only === true && token?.terms.built_by === undefined) return 'trusted-only';
  const { used, max } = await findQuota(read, publisher.id, 'package_bytes');
  return used + bytes > max ? 'quota-used-up' : undefined;
};
