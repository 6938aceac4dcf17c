import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { Reason } from '../../resources/reason.ts';

export const rejectProposal = endpoint({
  method: 'POST',
  path: '/admin/proposals/{proposalId}/reject',
  tag: 'moderation',
  summary: 'Reject what a moderator asked for, or withdraw it',
  auth: 'bearer',
  body: Type.Object({ reason: Reason }),
  reply: { status: 204, description: 'It is gone' },
  errors: ['forbidden', 'not_found'],
});
