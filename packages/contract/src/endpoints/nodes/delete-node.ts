import { endpoint } from '../../endpoint.ts';

export const deleteNode = endpoint({
  method: 'DELETE',
  path: '/publishers/{publisherId}/nodes/{nodeId}',
  tag: 'nodes',
  summary: 'Delete a node; its id stays taken, and it can be restored by an update of its status',
  auth: 'bearer',
  recentSignIn: true,
  reply: { status: 204, description: 'The node is deleted' },
  errors: ['forbidden', 'node_banned', 'publisher_banned', 'publisher_not_found', 'node_not_found'],
});
