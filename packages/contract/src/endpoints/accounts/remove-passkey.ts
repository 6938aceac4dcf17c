import { endpoint } from '../../endpoint.ts';

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/users/passkeys/{passkeyId}',
  tag: 'accounts',
  summary: 'Remove a passkey; all other sessions end',
  auth: 'bearer',
  recentSignIn: true,
  reply: { status: 204, description: 'The passkey is removed' },
  errors: ['forbidden', 'not_found', 'illegal_transition'],
});
