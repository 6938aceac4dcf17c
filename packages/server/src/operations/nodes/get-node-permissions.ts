import type { Endpoints } from '@patchbay/contract';
import { nodeNotFound, publisherNotFound } from '../../errors.ts';
import { targetOn } from '../../access/publisher.ts';
import { may } from '../../policy/rights.ts';
import { findNode } from '../../store/rows/nodes.ts';
import { findPublisher } from '../../store/rows/publishers.ts';
import type { Operation } from '../operation.ts';

export const getNodePermissions: Operation<Endpoints['getNodePermissions']> = async (
  { store },
  { actor, params },
) => {
  const publisher = await findPublisher(store.read, params.publisherId);
  if (publisher === undefined) throw publisherNotFound(params.publisherId);
  const node = await findNode(store.read, params.nodeId);
  if (node?.publisherId !== publisher.id) throw nodeNotFound(params.nodeId);
  return { canEdit: may(actor, 'node.edit', await targetOn(store.read, actor, publisher.id, node.key)) };
};
