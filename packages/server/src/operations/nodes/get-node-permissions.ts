import type { Endpoints } from '@patchbay/contract';
import { nodeNotFound } from '../../errors.ts';
import { knownPublisher, targetOn } from '../../authorization/publisher.ts';
import { may } from '../../authorization/rights.ts';
import { findNode } from '../../store/rows/nodes.ts';
import type { Operation } from '../operation.ts';

export const getNodePermissions: Operation<Endpoints['getNodePermissions']> = async (
  { store },
  { actor, params },
) => {
  const publisher = await knownPublisher(store.read, params.publisherId);
  const node = await findNode(store.read, params.nodeId);
  if (node?.publisherId !== publisher.id) throw nodeNotFound(params.nodeId);
  return { canEdit: may(actor, 'node.edit', await targetOn(store.read, actor, publisher.id, node.key)) };
};
