import { endpoint } from '../../endpoint.ts';

export const unlinkIdentity = endpoint({
  method: 'DELETE',
  path: '/users/identities/{identityId}',
  tag: 'accounts',
  summary: 'Unlink an identity at a provider, and end all other sessions; another way to sign in must remain',
  auth: 'bearer',
  recentSignIn: true,
  reply: { status: 204, description: 'The identity is unlinked' },
  errors: ['forbidden', 'not_found', 'illegal_transition'],
});
