import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { writing } from '../../rates.ts';
import { Node } from '../../resources/node.ts';

export const reviewNode = endpoint({
  method: 'POST',
  path: '/nodes/{nodeId}/reviews',
  tag: 'nodes',
  summary: 'Give a node its stars; a second review replaces the first',
  auth: 'bearer',
  isRepeatable: true,
  rateCosts: { ...writing, reviews: 1 },
  query: Type.Object({ star: Type.Integer({ minimum: 1, maximum: 5 }) }),
  reply: { status: 200, description: 'The node with its new rating', body: Node },
  errors: ['forbidden', 'node_banned', 'node_not_found'],
});
