import { endpoint } from '../../endpoint.ts';
import { PasskeyCreation } from '../../resources/passkey.ts';

export const startPasskey = endpoint({
  method: 'POST',
  path: '/users/passkey-options',
  tag: 'accounts',
  summary: 'What a browser needs to make a passkey for the account',
  auth: 'bearer',
  recentSignIn: true,
  addsFactor: true,
  isRepeatable: true,
  reply: {
    status: 200,
    description: 'Options for `navigator.credentials.create`, good once and for some minutes',
    body: PasskeyCreation,
  },
  errors: ['forbidden'],
});
