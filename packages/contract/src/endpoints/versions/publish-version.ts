import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { patchProperties } from '../../patch.ts';
import { writing } from '../../rates.ts';
import { NodeVersion, NodeVersionMetadata } from '../../resources/node-version.ts';
import { NodeMetadata } from '../../resources/node.ts';
import { NewNodeId, NewVersion } from '../../text.ts';

export const publishVersion = endpoint({
  method: 'POST',
  path: '/publishers/{publisherId}/nodes/{nodeId}/versions',
  tag: 'versions',
  summary: 'Publish a new version of a node',
  auth: 'bearer',
  isRepeatable: true,
  rateCosts: { ...writing, publishes: 1 },
  tokenInBody: true,
  // `true` asks for a dry run, which is another endpoint; anything but `false` is refused, and never published.
  query: Type.Object({ dry_run: Type.Optional(Type.Literal(false)) }),
  bodyBytesMax: limits.metadataBodyBytesMax,
  dropsUnsetValuesOf: 'node',
  body: Type.Object({
    node: Type.Object(
      { id: Type.Optional(NewNodeId), ...patchProperties(NodeMetadata) },
      { description: 'Creates the node, or updates it where a key is present and set; null clears one' },
    ),
    node_version: Type.Object({
      version: NewVersion,
      deprecated: Type.Optional(Type.Boolean()),
      ...NodeVersionMetadata.properties,
    }),
    personal_access_token: Type.String(),
  }),
  reply: {
    status: 201,
    description: 'New version published successfully',
    body: Type.Object({
      node_version: NodeVersion,
      signedUrl: Type.String({ description: 'PUT the package here, as application/zip' }),
    }),
  },
  errors: [
    'invalid_version',
    'invalid_id',
    'id_mismatch',
    'invalid_personal_access_token',
    'forbidden',
    'email_unverified',
    'second_factor_required',
    'node_banned',
    'publisher_banned',
    'trusted_publishing_required',
    'publisher_not_found',
    'version_exists',
    'id_taken',
    'illegal_transition',
  ],
});
