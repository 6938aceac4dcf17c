import { endpoint } from '../../endpoint.ts';

export const deleteTrustedPublisher = endpoint({
  method: 'DELETE',
  path: '/publishers/{publisherId}/trusted-publishers/{trustedPublisherId}',
  tag: 'publishers',
  summary: 'Delete a rule, and revoke the tokens that were exchanged by it',
  auth: 'bearer',
  recentSignIn: true,
  reply: { status: 204, description: 'The rule is deleted' },
  errors: ['forbidden', 'not_found', 'publisher_not_found'],
});
