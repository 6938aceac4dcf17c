import { endpoint } from '../../endpoint.ts';

export const revokeInvitation = endpoint({
  method: 'DELETE',
  path: '/publishers/{publisherId}/invitations/{invitationId}',
  tag: 'publishers',
  summary: 'Revoke an open invitation',
  auth: 'bearer',
  reply: { status: 204, description: 'It can no longer be accepted' },
  errors: ['forbidden', 'not_found', 'publisher_not_found'],
});
