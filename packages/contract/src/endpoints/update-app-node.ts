import { endpoint } from '../endpoint.ts';
import { AppNode, AppNodeDefinition } from '../resources/app-node.ts';

export const updateAppNode = endpoint({
  method: 'PUT',
  path: '/nodes/{nodeId}/versions/{version}/app-nodes/{appNodeName}',
  tag: 'registry',
  summary: 'Update a specific app-node',
  auth: 'bearer',
  body: AppNodeDefinition,
  reply: { status: 200, description: 'App-node updated successfully', body: AppNode },
  errors: [
    'forbidden',
    'forbidden_field',
    'node_banned',
    'publisher_banned',
    'node_not_found',
    'version_not_found',
    'app_node_not_found',
    'illegal_transition',
  ],
});
