import { endpoint } from '../../endpoint.ts';

export const removeTotp = endpoint({
  method: 'DELETE',
  path: '/users/second-factor/totp',
  tag: 'accounts',
  summary: 'Remove the authenticator app and the recovery codes; all other sessions end',
  auth: 'bearer',
  recentSignIn: true,
  reply: { status: 204, description: 'The account has no second factor' },
  errors: ['forbidden', 'not_found'],
});
