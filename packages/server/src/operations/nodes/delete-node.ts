import type { Endpoints } from '@patchbay/contract';
import { act } from '../../access/act.ts';
import { requireMove, moversOf } from '../../lifecycle/require-move.ts';
import { liveOwnedNode } from '../../access/node.ts';
import { updateNodeRow } from '../../store/rows/nodes.ts';
import type { Operation } from '../operation.ts';

/** Marks a node as deleted; its versions stay as they are and come back with it. */
export const deleteNode: Operation<Endpoints['deleteNode']> = async (context, { params, ...caller }) => {
  await act(context, caller, async (tx) => {
    const { node } = await liveOwnedNode(tx, 'node.delete', params);
    const status = 'NodeStatusDeleted';
    requireMove('Node', 'status', node.status, status, moversOf(tx.actor));
    await updateNodeRow(tx, { ...node, status });
    await tx.append({
      kind: 'node.deleted',
      about: node,
      before: { status: node.status },
      after: { status },
    });
  });
};
