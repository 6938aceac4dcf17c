import { ApiError, versionNotFound } from '../errors.ts';
import { nodeObstacle } from '../policy/availability.ts';
import { type NodeCard, findNodeCard } from '../store/rows/node-cards.ts';
import type { Reader } from '../store/store.ts';
import { findLiveTokenById } from '../store/rows/tokens.ts';
import type { VersionRecord } from '../store/rows/versions.ts';
import { nodeBanned } from './node.ts';
import { publisherBanned } from './publisher.ts';

/**
 * The node whose version takes a package. Throws while the node is deleted or it or its publisher is banned, and `forbidden` once the
 * token that published is revoked or expired by `now`.
 */
export const requireUpload = async (
  read: Reader,
  now: string,
  version: Pick<VersionRecord, 'nodeKey' | 'version' | 'uploadTokenId'>,
): Promise<NodeCard> => {
  const card = await findNodeCard(read, version.nodeKey);
  if (card === undefined) throw versionNotFound(version.nodeKey, version.version);
  const obstacle = nodeObstacle(card.publisher, card.node);
  if (obstacle === 'publisher-banned') throw publisherBanned(card.publisher.id);
  if (obstacle === 'node-banned') throw nodeBanned(card.node.id);
  if (obstacle === 'node-deleted') {
    throw new ApiError(
      'node_not_found',
      `The node "${card.node.id}" was deleted; restore it, then upload the package again.`,
    );
  }
  const { uploadTokenId } = version;
  if (uploadTokenId !== null && (await findLiveTokenById(read, uploadTokenId, now)) === undefined) {
    throw new ApiError(
      'forbidden',
      'The token of this publish was revoked or has expired; publish again with another one.',
    );
  }
  return card;
};
