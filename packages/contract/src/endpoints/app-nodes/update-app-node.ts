import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { patchProperties } from '../../patch.ts';
import { AppNode, AppNodeDefinition } from '../../resources/app-node.ts';
import { proposed } from '../../resources/proposal.ts';
import { Text } from '../../text.ts';

export const updateAppNode = endpoint({
  method: 'PUT',
  path: '/nodes/{nodeId}/versions/{version}/app-nodes/{appNodeName}',
  tag: 'app-nodes',
  summary: 'Update a specific app-node',
  auth: 'bearer',
  openedBy: 'APP_NODE_UPDATES',
  bodyBytesMax: limits.metadataBodyBytesMax,
  body: Type.Object(
    {
      ...patchProperties(AppNodeDefinition),
      reason: Type.Optional(Text(limits.descriptionCharsMax, 'Why a moderator changes it')),
    },
    { description: 'Only the keys present change; null clears a key' },
  ),
  reply: { status: 200, description: 'App-node updated successfully', body: AppNode },
  otherReplies: { 202: proposed },
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
