import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { Account, LinkToken, Password } from '../../resources/account.ts';

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/auth/verify-email',
  tag: 'accounts',
  summary: 'Verify an address with the token of the link that was sent to it',
  auth: 'public',
  rateCosts: {
    'writes-by-address': 1,
    'sign-ins': 'failures',
    'sign-ins-by-account': 'failures',
    'sign-ins-by-address': 1,
  },
  body: Type.Object({ token: LinkToken, password: Type.Optional(Password) }),
  reply: {
    status: 200,
    description:
      'What is done: the address is `verified`; the account is `created`, with a session token, for which the password of the sign-up is needed, too; of a change of address, `waiting` for the link in the other message, or `changed`',
    body: Type.Object({
      status: Type.Enum(['verified', 'created', 'waiting', 'changed']),
      token: Type.Optional(Type.String()),
      user: Type.Optional(Account),
    }),
  },
  errors: ['invalid_link', 'unauthenticated', 'forbidden'],
});
