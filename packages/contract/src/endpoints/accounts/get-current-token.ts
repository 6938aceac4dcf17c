import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { PersonalAccessToken } from '../../resources/personal-access-token.ts';

export const getCurrentToken = endpoint({
  method: 'GET',
  path: '/tokens/current',
  tag: 'accounts',
  summary: 'The personal access token that the caller sends, masked, and the publisher it acts for',
  auth: 'bearer',
  reply: {
    status: 200,
    description: 'The token and its publisher',
    body: Type.Object({
      ...PersonalAccessToken.properties,
      publisher: Type.Object({ id: Type.String(), name: Type.String() }),
    }),
  },
  errors: ['forbidden'],
});
