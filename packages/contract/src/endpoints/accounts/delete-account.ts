import { endpoint } from '../../endpoint.ts';

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/users',
  tag: 'accounts',
  summary: 'Delete the account of the caller, once its publishers have other owners',
  auth: 'bearer',
  recentSignIn: true,
  reply: {
    status: 204,
    description:
      'Its sessions, tokens and memberships are over and its personal data is gone; stars and reports stay without a name',
  },
  errors: ['forbidden', 'illegal_transition'],
});
