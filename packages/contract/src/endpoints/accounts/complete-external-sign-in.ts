import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { Account } from '../../resources/account.ts';

export const completeExternalSignIn = endpoint({
  method: 'POST',
  path: '/auth/external/complete',
  tag: 'accounts',
  summary: 'Complete a sign-in with the external provider, once',
  auth: 'optional',
  rateCosts: { 'writes-by-address': 1 },
  body: Type.Object({
    flow: Type.String({ minLength: 1, maxLength: 100, description: 'As it was when the sign-in began' }),
    query: Type.String({
      maxLength: limits.externalQueryCharsMax,
      description: 'The query of the address to which the provider sent the browser',
    }),
  }),
  reply: {
    status: 200,
    description: 'What it was for, the user, and what it began',
    body: Type.Object({
      purpose: Type.Enum(['sign-in', 'device', 'link']),
      user: Account,
      token: Type.Optional(
        Type.String({
          description:
            'The session token, for use as a bearer token, with `sign-in`; with `second_factor`, one that can only complete what it was for, within some minutes',
        }),
      ),
      second_factor: Type.Optional(
        Type.Boolean({
          description:
            'True if the account has a second factor: `POST /auth/sign-in/second-factor` takes the token and a code or a passkey',
        }),
      ),
      passkey: Type.Optional(
        Type.Boolean({
          description: 'With `second_factor`: whether the account has a passkey, which can be it',
        }),
      ),
      program: Type.Optional(
        Type.String({ description: 'What the approved device calls itself; with `device`' }),
      ),
    }),
  },
  errors: [
    'sign_in_failed',
    'unauthenticated',
    'recent_sign_in_required',
    'second_factor_required',
    'forbidden',
    'sign_in_method_off',
    'not_found',
    'identity_taken',
  ],
});
