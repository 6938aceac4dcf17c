import { nodeObstacle } from '../policy/availability.ts';
import { findNodeCard } from '../store/rows/node-cards.ts';
import { findLiveTokenById } from '../store/rows/tokens.ts';
import type { VersionRecord } from '../store/rows/versions.ts';
import type { Reader } from '../store/store.ts';
import type { UploadObstacle } from './intake.ts';

/** Why no package is taken for the version, or undefined. The token that published has to be good at `now`. */
export const findUploadObstacle = async (
  read: Reader,
  now: string,
  { nodeKey, uploadTokenId }: Pick<VersionRecord, 'nodeKey' | 'uploadTokenId'>,
): Promise<UploadObstacle | undefined> => {
  const card = await findNodeCard(read, nodeKey);
  if (card === undefined) return 'publisher-deleted';
  const obstacle = nodeObstacle(card.publisher, card.node);
  if (obstacle !== undefined) return obstacle;
  const isEnded = uploadTokenId !== null && (await findLiveTokenById(read, uploadTokenId, now)) === undefined;
  return isEnded ? 'token-ended' : undefined;
};
