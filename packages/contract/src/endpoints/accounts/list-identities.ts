import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { Identity } from '../../resources/identity.ts';

export const listIdentities = endpoint({
  method: 'GET',
  path: '/users/identities',
  tag: 'accounts',
  summary: 'List the identities at external providers that sign in to the account of the caller',
  auth: 'bearer',
  reply: {
    status: 200,
    description: 'The identities, at most one of each provider, the oldest first',
    body: Type.Object({
      identities: Type.Array(Identity),
      has_password: Type.Boolean({ description: 'Whether the account has a password' }),
    }),
  },
  errors: ['forbidden'],
});
