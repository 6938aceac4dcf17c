import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { Email } from '../../resources/account.ts';

export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/auth/request-password-reset',
  tag: 'accounts',
  summary: 'Request a message with a link to set a new password',
  auth: 'public',
  isLocalSignIn: true,
  rateCosts: { 'writes-by-address': 1, 'mails-by-address': 1, mails: 1 },
  body: Type.Object({ email: Email }),
  reply: {
    status: 200,
    description: 'The same whether there is such an account',
    body: Type.Object({ success: Type.Boolean() }),
  },
  errors: ['sign_in_method_off'],
});
