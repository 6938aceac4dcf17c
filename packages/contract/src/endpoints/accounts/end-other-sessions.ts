import { endpoint } from '../../endpoint.ts';

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/users/sessions',
  tag: 'accounts',
  summary: 'End all sessions of the account but the one that asks',
  auth: 'bearer',
  reply: { status: 204, description: 'The others are over' },
  errors: ['forbidden'],
});
