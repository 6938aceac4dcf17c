import type { Proposal } from '@patchbay/contract';
import type { ProposalRecord } from '../store/rows/proposals.ts';

export const presentProposal = (proposal: ProposalRecord): Proposal => ({
  id: proposal.id,
  aim: proposal.aim,
  subject: proposal.subject,
  about: proposal.about,
  reason: proposal.reason,
  proposed_by: proposal.proposer,
  created_at: proposal.createdAt,
  expires_at: proposal.expiresAt,
});
