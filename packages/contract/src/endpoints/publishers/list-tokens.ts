import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { PersonalAccessToken } from '../../resources/personal-access-token.ts';
import { barePage } from '../paging.ts';

export const listTokens = endpoint({
  method: 'GET',
  path: '/publishers/{publisherId}/tokens',
  tag: 'publishers',
  summary: 'List the personal access tokens of a publisher, masked',
  auth: 'bearer',
  query: Type.Object(barePage),
  reply: { status: 200, description: 'The tokens', body: Type.Array(PersonalAccessToken) },
  errors: ['forbidden', 'publisher_not_found'],
});
