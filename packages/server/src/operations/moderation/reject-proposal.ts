import type { Endpoints } from '@patchbay/contract';
import { act } from '../../authorization/act.ts';
import { demand } from '../../authorization/publisher.ts';
import { withReason } from '../../authorization/reason.ts';
import { reject, requireProposal } from '../../lifecycle/proposal.ts';
import type { Operation } from '../operation.ts';

/** Ends a proposal without carrying it out. */
export const rejectProposal: Operation<Endpoints['rejectProposal']> = async (
  context,
  { params, body, ...caller },
) => {
  await act(context, caller, async (tx) => {
    demand(tx.actor, 'moderate');
    await reject(withReason(tx, body.reason), await requireProposal(tx, params.proposalId), body.reason);
  });
};
