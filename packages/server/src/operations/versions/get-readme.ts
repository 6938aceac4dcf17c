import type { Endpoints } from '@patchbay/contract';
import { liveVersionOfNode, publicNode } from '../../access/node.ts';
import { targetOn } from '../../access/publisher.ts';
import { may } from '../../policy/rights.ts';
import { findReadme } from '../../store/rows/readmes.ts';
import type { Operation } from '../operation.ts';

/** A readme can mislead as much as code can, so others see it only once the version passed. */
export const getReadme: Operation<Endpoints['getReadme']> = async ({ store }, { actor, params }) => {
  const { node, publisher } = await publicNode(store.read, params.nodeId);
  const version = await liveVersionOfNode(store.read, node, params.version);
  const isShown =
    version.status === 'NodeVersionStatusActive' ||
    may(actor, 'private.read', await targetOn(store.read, actor, publisher.id, node.key));
  const readme = isShown ? await findReadme(store.read, version.id) : undefined;
  return readme ?? { parts: [] };
};
