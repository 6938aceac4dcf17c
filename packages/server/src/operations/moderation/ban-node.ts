import type { Endpoints } from '@patchbay/contract';
import { act } from '../../authorization/act.ts';
import { saveNode } from '../../lifecycle/node.ts';
import { ownedNode } from '../../authorization/node.ts';
import { withReason } from '../../authorization/reason.ts';
import type { Operation } from '../operation.ts';

/** Bans a node, also a deleted one. */
export const banNode: Operation<Endpoints['banNode']> = async (context, { params, body, ...caller }) => {
  await act(context, caller, async (tx) => {
    const { node } = await ownedNode(tx, 'moderate', params);
    const { reason, advisory } = body;
    await saveNode(withReason(tx, reason), node, node, {
      status: 'NodeStatusBanned',
      reason,
      advisory,
    });
  });
};
