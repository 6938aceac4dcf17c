import { endpoint } from '../../endpoint.ts';
import { NodeVersion } from '../../resources/node-version.ts';

export const getVersion = endpoint({
  method: 'GET',
  path: '/nodes/{nodeId}/versions/{version}',
  tag: 'versions',
  summary: 'Retrieve one version of a node in any state',
  auth: 'optional',
  changesWith: 'node',
  reply: { status: 200, description: 'The version', body: NodeVersion },
  errors: ['node_banned', 'node_not_found', 'version_not_found'],
});
