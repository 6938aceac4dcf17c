import { endpoint } from '../../endpoint.ts';

export const declineInvitation = endpoint({
  method: 'POST',
  path: '/users/invitations/{invitationId}/decline',
  tag: 'accounts',
  summary: 'Decline an invitation to the address of the caller',
  auth: 'bearer',
  reply: { status: 204, description: 'It can no longer be accepted' },
  errors: ['forbidden', 'email_unverified', 'not_found'],
});
