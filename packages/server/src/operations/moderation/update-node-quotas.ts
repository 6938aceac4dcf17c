import type { Endpoints } from '@patchbay/contract';
import { act } from '../../authorization/act.ts';
import { liveNode } from '../../authorization/node.ts';
import { withReason } from '../../authorization/reason.ts';
import { setQuotas } from '../../lifecycle/set-quotas.ts';
import { presentUsage } from '../../present/publisher.ts';
import { findQuotas } from '../../store/rows/quotas.ts';
import type { Operation } from '../operation.ts';

/** A moderator's maxima for a node. */
export const updateNodeQuotas: Operation<Endpoints['updateNodeQuotas']> = async (
  context,
  { params, body: { reason, ...maxima }, ...caller },
) =>
  act(context, caller, async (tx) => {
    const { node } = await liveNode(tx, 'moderate', params.nodeId);
    const change = await setQuotas(tx, 'node', node.key, maxima);
    if (change !== undefined)
      await withReason(tx, reason).append({ kind: 'node.quotas-set', about: node, ...change });
    return presentUsage(await findQuotas(tx.db, 'node', node.key));
  });
