import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { AppNode } from '../../resources/app-node.ts';

export const putAppNodes = endpoint({
  method: 'PUT',
  path: '/admin/nodes/{nodeId}/versions/{version}/app-nodes',
  tag: 'app-nodes',
  summary: 'Replace the definitions of a version',
  auth: 'bearer',
  bodyBytesMax: limits.metadataBodyBytesMax,
  bodyKeysMax: limits.appNodesBodyKeysMax,
  body: Type.Object({ app_nodes: Type.Array(AppNode, { maxItems: limits.appNodesMax }) }),
  reply: {
    status: 200,
    description: 'How many are stored',
    body: Type.Object({ total: Type.Integer() }),
  },
  errors: ['forbidden', 'node_not_found', 'version_not_found', 'illegal_transition'],
});
