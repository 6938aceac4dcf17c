import { endpoint } from '../../endpoint.ts';

export const revokeToken = endpoint({
  method: 'DELETE',
  path: '/publishers/{publisherId}/tokens/{tokenId}',
  tag: 'publishers',
  summary: 'Revoke a personal access token at once',
  auth: 'bearer',
  reply: { status: 204, description: 'The token is revoked' },
  errors: ['forbidden', 'not_found', 'publisher_not_found'],
});
