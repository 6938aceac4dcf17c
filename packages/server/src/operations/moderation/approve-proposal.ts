import type { Endpoints } from '@patchbay/contract';
import { act } from '../../authorization/act.ts';
import { demand } from '../../authorization/publisher.ts';
import { approve, requireProposal } from '../../lifecycle/proposal.ts';
import { presentProposal } from '../../present/moderation.ts';
import type { Operation } from '../operation.ts';

/** Carries out what another moderator asked for. */
export const approveProposal: Operation<Endpoints['approveProposal']> = (context, { params, ...caller }) =>
  act(context, caller, async (tx) => {
    demand(tx.actor, 'moderators.appoint');
    const proposal = await requireProposal(tx, params.proposalId);
    await approve(tx, proposal);
    return presentProposal(proposal);
  });
