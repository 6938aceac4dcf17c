import type { Endpoints } from '@patchbay/contract';
import { publicNode, publicVersion } from '../../authorization/node.ts';
import { targetOn } from '../../authorization/publisher.ts';
import { may } from '../../authorization/rights.ts';
import { findReadme } from '../../store/rows/package-contents.ts';
import type { Operation } from '../operation.ts';

/** A readme can mislead as much as code can, so others see it only once the version passed. */
export const getReadme: Operation<Endpoints['getReadme']> = async ({ store }, { actor, params }) => {
  const card = await publicNode(store.read, params.nodeId);
  const version = await publicVersion(store.read, card, params.version);
  const isShown =
    version.status === 'NodeVersionStatusActive' ||
    may(actor, 'private.read', await targetOn(store.read, actor, card.publisher.id, card.node.key));
  const readme = isShown ? await findReadme(store.read, version.id) : undefined;
  return readme ?? { parts: [] };
};
