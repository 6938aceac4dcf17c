import { endpoint } from '../../endpoint.ts';
import { PasskeyRequest } from '../../resources/passkey.ts';

export const startPasskeySignIn = endpoint({
  method: 'POST',
  path: '/auth/sign-in/passkey/options',
  tag: 'accounts',
  summary: 'What a browser needs to prove a passkey, for a sign-in or a step-up',
  auth: 'public',
  rateCosts: { reads: 1 },
  isRepeatable: true,
  reply: {
    status: 200,
    description: 'Options for `navigator.credentials.get`, good once and for some minutes',
    body: PasskeyRequest,
  },
  errors: ['forbidden'],
});
