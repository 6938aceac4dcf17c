import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { Account } from '../../resources/account.ts';
import { ProvedCredential } from '../../resources/passkey.ts';
import { FactorCode } from '../../resources/second-factor.ts';

export const completeSignIn = endpoint({
  method: 'POST',
  path: '/auth/sign-in/second-factor',
  tag: 'accounts',
  summary: 'Complete a sign-in to an account that has a second factor, by a code or a passkey',
  auth: 'public',
  rateCosts: { 'writes-by-address': 1, 'sign-ins-by-address': 1, 'second-factors': 'failures' },
  body: Type.Object({
    token: Type.String({
      minLength: 1,
      maxLength: 300,
      description: 'The one that the sign-in was answered with',
    }),
    code: Type.Optional(FactorCode),
    credential: Type.Optional(ProvedCredential),
  }),
  reply: {
    status: 200,
    description: 'What the sign-in was for, and the user',
    body: Type.Object({
      token: Type.Optional(
        Type.String({
          description: 'The session token, for use as a bearer token, unless it was for a device',
        }),
      ),
      program: Type.Optional(
        Type.String({ description: 'What the approved device calls itself, if it was for one' }),
      ),
      user: Account,
    }),
  },
  errors: ['unauthenticated', 'forbidden', 'not_found'],
});
