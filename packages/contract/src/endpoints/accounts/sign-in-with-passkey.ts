import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { Account } from '../../resources/account.ts';
import { ProvedCredential } from '../../resources/passkey.ts';

export const signInWithPasskey = endpoint({
  method: 'POST',
  path: '/auth/sign-in/passkey',
  tag: 'accounts',
  summary: 'Sign in with a passkey, which needs neither password nor code',
  auth: 'public',
  isLocalSignIn: true,
  rateCosts: { 'writes-by-address': 1, 'sign-ins-by-address': 1 },
  body: Type.Object({ credential: ProvedCredential }),
  reply: {
    status: 200,
    description: 'The session token, for use as a bearer token, and the user',
    body: Type.Object({ token: Type.String(), user: Account }),
  },
  errors: ['unauthenticated', 'forbidden', 'sign_in_method_off'],
});
