import type { Endpoints } from '@patchbay/contract';
import type { Operation } from '../../context.ts';
import { act } from '../../access/act.ts';
import { liveOwnedNode } from '../../access/node.ts';
import { deleteNode as markDeleted } from '../../lifecycle/node.ts';

/** Marks a node as deleted; its versions stay as they are and come back with it. */
export const deleteNode: Operation<Endpoints['deleteNode']> = async (context, { params, ...caller }) => {
  await act(context, caller, async (tx) => {
    const { node } = await liveOwnedNode(tx, 'node.delete', params);
    await markDeleted(tx, node);
  });
};
