import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';

/** How a node may be published. */
const NodePublishing = Type.Object({
  trusted_only: Type.Boolean({
    description: 'Whether only CI jobs may publish it, by a rule of its publisher, and no stored token',
  }),
});

export const updateNodePublishing = endpoint({
  method: 'PUT',
  path: '/publishers/{publisherId}/nodes/{nodeId}/publishing',
  tag: 'nodes',
  summary: 'Turn publishing with stored tokens off or on for a node',
  auth: 'bearer',
  recentSignIn: true,
  body: NodePublishing,
  reply: { status: 200, description: 'How the node may be published', body: NodePublishing },
  errors: ['forbidden', 'node_banned', 'publisher_banned', 'publisher_not_found', 'node_not_found'],
});
