import type { Endpoints } from '@patchbay/contract';
import { act } from '../../authorization/act.ts';
import { mergeNode } from '../../lifecycle/merge.ts';
import { saveNode } from '../../lifecycle/node.ts';
import { ownedNode } from '../../authorization/node.ts';
import { withReason } from '../../authorization/reason.ts';
import type { Operation } from '../operation.ts';

/** Bans a node, also a deleted one. */
export const banNode: Operation<Endpoints['banNode']> = async (context, { params, body, ...caller }) => {
  await act(context, caller, async (tx) => {
    const { node } = await ownedNode(tx, 'moderate', params);
    const { reason, advisory } = body;
    const status = 'NodeStatusBanned';
    await saveNode(withReason(tx, reason), node, mergeNode(node, {}, { isModerator: true, to: status }), {
      status,
      reason,
      advisory,
    });
  });
};
