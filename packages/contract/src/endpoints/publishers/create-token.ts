import { endpoint } from '../../endpoint.ts';
import { PersonalAccessToken, TokenRequest } from '../../resources/personal-access-token.ts';

export const createToken = endpoint({
  method: 'POST',
  path: '/publishers/{publisherId}/tokens',
  tag: 'publishers',
  summary: 'Make a personal access token; it is shown this once',
  auth: 'bearer',
  recentSignIn: true,
  body: TokenRequest,
  reply: { status: 201, description: 'The token', body: PersonalAccessToken },
  errors: ['forbidden', 'email_unverified', 'publisher_banned', 'publisher_not_found'],
});
