import { endpoint } from '../../endpoint.ts';
import { User } from '../../resources/user.ts';

export const getMe = endpoint({
  method: 'GET',
  path: '/users',
  tag: 'accounts',
  summary: 'Who the caller is',
  auth: 'bearer',
  reply: { status: 200, description: 'The caller', body: User },
  errors: ['forbidden'],
});
