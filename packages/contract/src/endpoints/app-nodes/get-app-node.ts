import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { VersionAppNode } from '../../resources/app-node.ts';

export const getAppNode = endpoint({
  method: 'GET',
  path: '/nodes/{nodeId}/versions/{version}/app-nodes/{appNodeName}',
  tag: 'app-nodes',
  summary: 'Retrieve one app-node of a version',
  auth: 'public',
  changesWith: 'node',
  query: Type.Object({
    include_history: Type.Optional(
      Type.Boolean({
        description: `Whether to include since and changed_in, of the last ${limits.historyVersionsMax} Active versions; default false`,
      }),
    ),
  }),
  reply: { status: 200, description: 'The app-node', body: VersionAppNode },
  errors: ['node_banned', 'node_not_found', 'version_not_found', 'app_node_not_found'],
});
