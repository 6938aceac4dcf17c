import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { Account } from '../../resources/account.ts';
import { Timestamp } from '../../text.ts';

export const getSession = endpoint({
  method: 'GET',
  path: '/auth/get-session',
  tag: 'accounts',
  summary: 'The session of the bearer token',
  auth: 'bearer',
  reply: {
    status: 200,
    description: 'The session and its user',
    body: Type.Object({
      session: Type.Object({
        id: Type.String(),
        createdAt: Timestamp('When it began'),
        expiresAt: Timestamp('When it expires unless it is used'),
      }),
      user: Account,
    }),
  },
  errors: ['forbidden'],
});
