import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { Timestamp } from '../../text.ts';

export const createModeratorToken = endpoint({
  method: 'POST',
  path: '/admin/generate-token',
  tag: 'moderation',
  summary: `Make a token that acts as the calling moderator for ${limits.moderatorTokenSeconds / 60} minutes`,
  auth: 'bearer',
  recentSignIn: true,
  reply: {
    status: 200,
    description:
      'The token, for use as a bearer token; it ends earlier if the session that requested it ends, and it makes nobody else a moderator or a member, and no token',
    body: Type.Object({ token: Type.String(), expires_at: Timestamp('When it expires') }),
  },
  errors: ['forbidden'],
});
