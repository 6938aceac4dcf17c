import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { Account, UserCode } from '../../resources/account.ts';
import { ProvedCredential } from '../../resources/passkey.ts';

export const signInWithPasskey = endpoint({
  method: 'POST',
  path: '/auth/sign-in/passkey',
  tag: 'accounts',
  summary: 'Sign in with a passkey, which needs neither password nor code, or let a device sign in',
  auth: 'public',
  rateCosts: { 'writes-by-address': 1, 'user-codes': 1, 'sign-ins-by-address': 1 },
  body: Type.Object({ credential: ProvedCredential, user_code: Type.Optional(UserCode) }),
  reply: {
    status: 200,
    description: 'What the sign-in was for, and the user',
    body: Type.Object({
      token: Type.Optional(
        Type.String({ description: 'The session token, for use as a bearer token, without `user_code`' }),
      ),
      program: Type.Optional(
        Type.String({ description: 'What the approved device calls itself, with `user_code`' }),
      ),
      user: Account,
    }),
  },
  errors: ['unauthenticated', 'forbidden', 'not_found'],
});
