import type { Endpoints } from '@patchbay/contract';
import type { Operation } from '../context.ts';
import { demandMove, moversOf } from '../guards/move.ts';
import { liveOwnedNode } from '../guards/node.ts';
import { aboutNode } from '../store/changes.ts';
import { findNode, updateNodeRow } from '../store/nodes.ts';

/** Marks a node as deleted; its versions stay as they are and come back with it. */
export const deleteNode: Operation<Endpoints['deleteNode']> = async (context, { actor, cause, params }) => {
  const { node: found } = await liveOwnedNode(context, actor, 'node.delete', params);
  await context.store.write(cause, async (tx) => {
    const node = (await findNode(tx.db, found.key)) ?? found;
    const status = 'NodeStatusDeleted';
    demandMove('Node', 'status', node.status, status, moversOf(actor));
    await updateNodeRow(tx, { ...node, status });
    await tx.append({
      action: 'node.deleted',
      ...aboutNode(node.key),
      before: { status: node.status },
      after: { status },
    });
  });
};
