import { endpoint } from '../../endpoint.ts';
import { AppNode } from '../../resources/app-node.ts';

export const getAppNode = endpoint({
  method: 'GET',
  path: '/nodes/{nodeId}/versions/{version}/app-nodes/{appNodeName}',
  tag: 'app-nodes',
  summary: 'Retrieve one app-node of a version',
  auth: 'public',
  changesWith: 'node',
  reply: { status: 200, description: 'The app-node', body: AppNode },
  errors: ['node_banned', 'node_not_found', 'version_not_found', 'app_node_not_found'],
});
