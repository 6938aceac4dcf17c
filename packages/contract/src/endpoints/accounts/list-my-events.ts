import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { AccountEvent } from '../../resources/account-event.ts';
import { Timestamp } from '../../text.ts';

const { auditPageSizeMax: max } = limits;

export const listMyEvents = endpoint({
  method: 'GET',
  path: '/users/audit',
  tag: 'accounts',
  summary: 'What happened to the account of the caller: sign-ins, failures, changes, tokens used',
  auth: 'bearer',
  query: Type.Object({
    before: Type.Optional(
      Timestamp('Only events before this time: `next` of the response before; default the newest'),
    ),
    limit: Type.Optional(
      Type.Integer({
        description: `Default ${max}, larger than ${max} serves ${max}. Events of one time are never split`,
      }),
    ),
  }),
  reply: {
    status: 200,
    description: 'The events, newest first',
    body: Type.Object({
      events: Type.Array(AccountEvent),
      next: Type.Optional(Timestamp('Where the list continues; if absent, there is nothing older')),
    }),
  },
  errors: ['forbidden'],
});
