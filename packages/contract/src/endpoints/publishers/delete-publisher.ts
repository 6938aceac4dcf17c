import { endpoint } from '../../endpoint.ts';

export const deletePublisher = endpoint({
  method: 'DELETE',
  path: '/publishers/{publisherId}',
  tag: 'publishers',
  summary: 'Delete a publisher that has no nodes left; its id stays taken',
  auth: 'bearer',
  recentSignIn: true,
  reply: { status: 204, description: 'The publisher is deleted' },
  errors: ['forbidden', 'publisher_banned', 'publisher_not_found', 'illegal_transition'],
});
