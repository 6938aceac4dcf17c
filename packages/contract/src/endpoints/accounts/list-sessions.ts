import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { Session } from '../../resources/session.ts';

export const listSessions = endpoint({
  method: 'GET',
  path: '/users/sessions',
  tag: 'accounts',
  summary: 'List the sessions of the account: where it is signed in, and with what',
  auth: 'bearer',
  reply: {
    status: 200,
    description: 'The sessions, the one that was used last first',
    body: Type.Object({ sessions: Type.Array(Session, { maxItems: limits.sessionsMax }) }),
  },
  errors: ['forbidden'],
});
