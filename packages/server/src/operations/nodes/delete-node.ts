import type { Endpoints } from '@patchbay/contract';
import { act } from '../../authorization/act.ts';
import { liveOwnedNode } from '../../authorization/node.ts';
import { deleteNode as markDeleted } from '../../lifecycle/node.ts';
import type { Operation } from '../operation.ts';

/** Marks a node as deleted. Its versions keep their states and return with it. */
export const deleteNode: Operation<Endpoints['deleteNode']> = async (context, { params, ...caller }) => {
  await act(context, caller, async (tx) => {
    const { node } = await liveOwnedNode(tx, 'node.delete', params);
    await markDeleted(tx, node);
  });
};
