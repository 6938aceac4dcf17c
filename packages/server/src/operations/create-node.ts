import type { Endpoints } from '@patchbay/contract';
import type { Operation } from '../context.ts';
import { idTaken } from '../errors.ts';
import { demandNodeId } from '../guards/identifiers.ts';
import { writablePublisher } from '../guards/publisher.ts';
import { presentNode } from '../present/node.ts';
import { aboutNode } from '../store/changes.ts';
import { findNode, insertNode, nodeKey } from '../store/nodes.ts';

/** Makes a node without a version. */
export const createNode: Operation<Endpoints['createNode']> = async (
  context,
  { actor, cause, params, body },
) => {
  const { id, ...metadata } = body;
  const publisher = await writablePublisher(context, actor, 'node.publish', params.publisherId, nodeKey(id));
  demandNodeId(id, '/id');
  const node = await context.store.write(cause, async (tx) => {
    if ((await findNode(tx.db, id)) !== undefined) throw idTaken(id);
    const fresh = await insertNode(tx, { id, publisherId: publisher.id, metadata });
    await tx.append({ action: 'node.created', ...aboutNode(fresh.key), after: { id, ...metadata } });
    return fresh;
  });
  return presentNode(
    { node, publisher, latestVersion: undefined },
    { publicUrl: context.publicUrl(), inside: true, withTranslations: true },
  );
};
