import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { Text } from '../../text.ts';

export const revokeToken = endpoint({
  method: 'DELETE',
  path: '/publishers/{publisherId}/tokens/{tokenId}',
  tag: 'publishers',
  summary: 'Revoke a personal access token at once',
  auth: 'bearer',
  recentSignIn: true,
  query: Type.Object({
    reason: Type.Optional(Text(limits.descriptionCharsMax, 'Why; a moderator who is no owner must say it')),
  }),
  reply: { status: 204, description: 'The token is revoked' },
  errors: ['forbidden', 'not_found', 'publisher_not_found'],
});
