import { endpoint } from '../../endpoint.ts';
import { Membership } from '../../resources/invitation.ts';

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/users/invitations/{invitationId}/accept',
  tag: 'accounts',
  summary: 'Accept an invitation to the address of the caller, once',
  auth: 'bearer',
  reply: { status: 200, description: 'The membership', body: Membership },
  errors: [
    'forbidden',
    'email_unverified',
    'second_factor_required',
    'publisher_banned',
    'not_found',
    'illegal_transition',
  ],
});
