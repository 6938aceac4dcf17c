import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';

export const getNodePermissions = endpoint({
  method: 'GET',
  path: '/publishers/{publisherId}/nodes/{nodeId}/permissions',
  tag: 'nodes',
  summary: 'Whether the caller may edit the node',
  auth: 'bearer',
  reply: {
    status: 200,
    description: 'What the caller may do',
    body: Type.Object({ canEdit: Type.Boolean() }),
  },
  errors: ['publisher_not_found', 'node_not_found'],
});
