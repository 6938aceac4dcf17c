import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { patchProperties } from '../../patch.ts';
import { AppNode, AppNodeDefinition } from '../../resources/app-node.ts';

export const updateAppNode = endpoint({
  method: 'PUT',
  path: '/nodes/{nodeId}/versions/{version}/app-nodes/{appNodeName}',
  tag: 'app-nodes',
  summary: 'Update a specific app-node',
  auth: 'bearer',
  openedBy: 'APP_NODE_UPDATES',
  bodyBytesMax: limits.metadataBodyBytesMax,
  body: Type.Object(patchProperties(AppNodeDefinition), {
    description: 'Only the keys present change; null clears a key',
  }),
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
