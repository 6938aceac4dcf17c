import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { UserCode } from '../../resources/account.ts';

export const beginExternalSignIn = endpoint({
  method: 'POST',
  path: '/auth/external/begin',
  tag: 'accounts',
  summary: 'Begin a sign-in with the external provider',
  auth: 'optional',
  rateCosts: { 'writes-by-address': 1, 'sign-ins-by-address': 1, 'user-codes': 1 },
  body: Type.Object({
    purpose: Type.Enum(['sign-in', 'device', 'link'], {
      description:
        '`sign-in` begins a session; `device` approves the device of `user_code`; `link` links the identity at the provider to the account of the bearer token, which needs a recent sign-in',
    }),
    user_code: Type.Optional(UserCode),
  }),
  reply: {
    status: 200,
    description:
      'Where to send the browser, and the secret with which the same browser completes the sign-in',
    body: Type.Object({
      authorization_url: Type.String({
        description: 'A page of the provider. It sends the browser to `/sign-in/callback` of this registry',
      }),
      flow: Type.String({ description: 'The secret of this sign-in, for the browser that began it alone' }),
      expires_in: Type.Integer({ description: 'Seconds until the sign-in must be complete' }),
    }),
  },
  errors: [
    'unauthenticated',
    'recent_sign_in_required',
    'second_factor_required',
    'forbidden',
    'not_found',
    'sign_in_method_off',
  ],
});
