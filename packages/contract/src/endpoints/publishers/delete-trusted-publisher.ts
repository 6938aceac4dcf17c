import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { Text } from '../../text.ts';

export const deleteTrustedPublisher = endpoint({
  method: 'DELETE',
  path: '/publishers/{publisherId}/trusted-publishers/{trustedPublisherId}',
  tag: 'publishers',
  summary: 'Delete a rule, and revoke the tokens that were exchanged by it',
  auth: 'bearer',
  recentSignIn: true,
  query: Type.Object({
    reason: Type.Optional(Text(limits.descriptionCharsMax, 'Why; a moderator who is no owner must say it')),
  }),
  reply: { status: 204, description: 'The rule is deleted' },
  errors: ['forbidden', 'not_found', 'publisher_not_found'],
});
