import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { Passkey } from '../../resources/passkey.ts';

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/users/passkeys',
  tag: 'accounts',
  summary: 'List the passkeys of the account',
  auth: 'bearer',
  reply: {
    status: 200,
    description: 'The passkeys, in the order in which they were added',
    body: Type.Object({ passkeys: Type.Array(Passkey, { maxItems: limits.passkeysMax }) }),
  },
  errors: ['forbidden'],
});
