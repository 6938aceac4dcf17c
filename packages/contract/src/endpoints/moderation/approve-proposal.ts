import { endpoint } from '../../endpoint.ts';
import { Proposal } from '../../resources/proposal.ts';

export const approveProposal = endpoint({
  method: 'POST',
  path: '/admin/proposals/{proposalId}/approve',
  tag: 'moderation',
  summary: 'Approve what another moderator asked for, which carries it out',
  auth: 'bearer',
  recentSignIn: true,
  reply: { status: 200, description: 'The proposal, which is carried out', body: Proposal },
  errors: [
    'forbidden',
    'not_found',
    'publisher_not_found',
    'node_not_found',
    'version_not_found',
    'app_node_not_found',
    'illegal_transition',
  ],
});
