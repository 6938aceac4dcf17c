import { endpoint } from '../../endpoint.ts';

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/publishers/{publisherId}/members/{memberId}',
  tag: 'publishers',
  summary: 'Remove a member; the last owner stays',
  auth: 'bearer',
  recentSignIn: true,
  reply: { status: 204, description: 'The member is removed' },
  errors: ['forbidden', 'publisher_banned', 'not_found', 'publisher_not_found', 'illegal_transition'],
});
