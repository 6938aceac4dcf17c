import { nodeObstacle } from '../policy/availability.ts';
import { findNodeCard } from '../store/rows/node-cards.ts';
import { findQuota } from '../store/rows/quotas.ts';
import { findLiveTokenById } from '../store/rows/tokens.ts';
import type { VersionRecord } from '../store/rows/versions.ts';
import type { Reader } from '../store/store.ts';
import type { UploadObstacle } from './intake.ts';

/**
 * Why no package of so many bytes is taken for the version, or undefined. The token that published has to be good at
 * `now`, and of the publisher that has the node by then.
 */
export const findUploadObstacle = async (
  read: Reader,
  now: string,
  { nodeKey, uploadTokenId }: Pick<VersionRecord, 'nodeKey' | 'uploadTokenId'>,
  bytes: number,
): Promise<UploadObstacle | undefined> => {
  const card = await findNodeCard(read, nodeKey);
  if (card === undefined) return 'publisher-deleted';
  const obstacle = nodeObstacle(card.publisher, card.node);
  if (obstacle !== undefined) return obstacle;
  const publisherId = card.publisher.id;
  const token = uploadTokenId === null ? undefined : await findLiveTokenById(read, uploadTokenId, now);
  if (uploadTokenId !== null && token?.publisherId !== publisherId) return 'token-ended';
  const { used, max } = await findQuota(read, publisherId, 'package_bytes');
  return used + bytes > max ? 'quota-used-up' : undefined;
};
