import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { Email } from '../../resources/account.ts';

export const sendVerificationEmail = endpoint({
  method: 'POST',
  path: '/auth/send-verification-email',
  tag: 'accounts',
  summary: 'Request a message with the link that verifies the address of an account',
  auth: 'public',
  rateCosts: { 'writes-by-address': 1, 'mails-by-address': 1, mails: 1 },
  body: Type.Object({ email: Email }),
  reply: {
    status: 200,
    description: 'The same whether there is such an account, and whether its address is verified',
    body: Type.Object({ success: Type.Boolean() }),
  },
  errors: [],
});
