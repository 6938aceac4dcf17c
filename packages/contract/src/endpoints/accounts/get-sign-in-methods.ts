import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';

export const getSignInMethods = endpoint({
  method: 'GET',
  path: '/auth/methods',
  tag: 'accounts',
  summary: 'How users sign in here',
  auth: 'public',
  changesWith: 'catalogue',
  reply: {
    status: 200,
    description: 'The ways to sign in',
    body: Type.Object({
      password: Type.Boolean({ description: 'Whether an e-mail address and a password sign in' }),
      sign_up: Type.Boolean({ description: 'Whether strangers may sign up with a password' }),
      provider: Type.Optional(
        Type.Object(
          {
            name: Type.String({ description: 'What users call it' }),
            issuer: Type.String(),
          },
          { description: 'The external provider (OpenID Connect), where there is one' },
        ),
      ),
    }),
  },
  errors: [],
});
