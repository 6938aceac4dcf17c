import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { writing } from '../../rates.ts';
import { Email, Password } from '../../resources/account.ts';

export const changeEmail = endpoint({
  method: 'POST',
  path: '/auth/change-email',
  tag: 'accounts',
  summary:
    'Request another address, which counts once the links sent to it and to the present one are followed',
  auth: 'bearer',
  recentSignIn: true,
  rateCosts: {
    ...writing,
    'mails-by-address': 1,
    mails: 1,
    'sign-ins': 'failures',
    'sign-ins-by-account': 'failures',
    'sign-ins-by-address': 1,
  },
  body: Type.Object({
    newEmail: Email,
    /** Needed if the account signs in with one; otherwise the session must be recent. */
    password: Type.Optional(Password),
  }),
  reply: {
    status: 200,
    description: 'The same whether another account has the new address',
    body: Type.Object({ success: Type.Boolean() }),
  },
  errors: ['forbidden'],
});
