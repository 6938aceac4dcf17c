import type { Endpoints } from '@patchbay/contract';
import { act } from '../../authorization/act.ts';
import { saveNode } from '../../lifecycle/node.ts';
import { ownedNode } from '../../authorization/node.ts';
import type { Operation } from '../operation.ts';

/** Bans a node, also a deleted one. */
export const banNode: Operation<Endpoints['banNode']> = async (context, { params, ...caller }) => {
  await act(context, caller, async (tx) => {
    const { node } = await ownedNode(tx, 'moderate', params);
    await saveNode(tx, node, node, { status: 'NodeStatusBanned', reason: 'Banned by a moderator.' });
  });
};
