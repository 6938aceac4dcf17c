import { endpoint } from '../../endpoint.ts';

export const banNode = endpoint({
  method: 'POST',
  path: '/publishers/{publisherId}/nodes/{nodeId}/ban',
  tag: 'moderation',
  summary: 'Ban a node; one that is banned stays so',
  auth: 'bearer',
  reply: { status: 204, description: 'The node is banned' },
  errors: ['forbidden', 'publisher_not_found', 'node_not_found'],
});
