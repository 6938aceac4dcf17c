import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { AppNodeDefinition, AppNodeName } from '../../resources/app-node.ts';

/** Any key, line feeds included, so that none escapes validation. The rule for names follows below. */
const AnyKey = Type.String({ pattern: '^[^]*$' });

export const createAppNodes = endpoint({
  method: 'POST',
  path: '/nodes/{nodeId}/versions/{version}/app-nodes',
  tag: 'app-nodes',
  summary: 'Store the definitions of a version that has none, as extracted by another service',
  auth: 'bearer',
  bodyBytesMax: limits.metadataBodyBytesMax,
  bodyKeysMax: limits.appNodesBodyKeysMax,
  body: Type.Object({
    success: Type.Optional(Type.Boolean({ description: 'False when the package could not be read' })),
    nodes: Type.Optional(
      Type.Record(AnyKey, AppNodeDefinition, {
        propertyNames: AppNodeName,
        maxProperties: limits.appNodesMax,
        description: 'The definitions by name',
      }),
    ),
  }),
  reply: { status: 204, description: 'The definitions are stored' },
  errors: ['forbidden', 'node_not_found', 'version_not_found', 'illegal_transition'],
});
