import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { Account, Email, Password } from '../../resources/account.ts';

export const signIn = endpoint({
  method: 'POST',
  path: '/auth/sign-in/email',
  tag: 'accounts',
  summary: 'Sign in with an e-mail address and a password',
  auth: 'public',
  isLocalSignIn: true,
  rateCosts: {
    'writes-by-address': 1,
    'sign-ins': 'failures',
    'sign-ins-by-account': 'failures',
    'sign-ins-by-address': 1,
  },
  body: Type.Object({ email: Email, password: Password }),
  reply: {
    status: 200,
    description: 'The session token, for use as a bearer token, and the user',
    body: Type.Object({
      token: Type.String({
        description: 'With `second_factor`, one that can only complete the sign-in, within some minutes',
      }),
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
      user: Account,
    }),
  },
  errors: ['unauthenticated', 'forbidden', 'password_breached', 'sign_in_method_off'],
});
