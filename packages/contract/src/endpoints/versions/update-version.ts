import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { patchProperties } from '../../patch.ts';
import { NodeVersion, NodeVersionMetadata, VersionDeprecation } from '../../resources/node-version.ts';

export const updateVersion = endpoint({
  method: 'PUT',
  path: '/publishers/{publisherId}/nodes/{nodeId}/versions/{versionId}',
  tag: 'versions',
  summary: 'Update the changelog and deprecation status of a node version',
  auth: 'bearer',
  bodyBytesMax: limits.metadataBodyBytesMax,
  body: Type.Object({
    ...patchProperties(Type.Pick(NodeVersionMetadata, ['changelog'])),
    ...patchProperties(Type.Object({ deprecated: Type.Boolean() })),
    // It goes with the deprecation.
    ...patchProperties(VersionDeprecation),
  }),
  reply: { status: 200, description: 'Version updated successfully', body: NodeVersion },
  errors: [
    'forbidden',
    'node_banned',
    'publisher_banned',
    'publisher_not_found',
    'node_not_found',
    'version_not_found',
    'illegal_transition',
  ],
});
