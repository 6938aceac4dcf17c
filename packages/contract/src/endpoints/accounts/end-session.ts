import { endpoint } from '../../endpoint.ts';

export const endSession = endpoint({
  method: 'DELETE',
  path: '/users/sessions/{sessionId}',
  tag: 'accounts',
  summary: 'End a session of the account',
  auth: 'bearer',
  reply: { status: 204, description: 'The session is over' },
  errors: ['forbidden', 'not_found'],
});
