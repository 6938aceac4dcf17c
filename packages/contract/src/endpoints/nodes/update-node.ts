import { Type } from 'typebox';
import { endpoint, recentSignInErrors } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { patchProperties } from '../../patch.ts';
import { Node, NodeMetadata, NodeModeration } from '../../resources/node.ts';
import { proposed } from '../../resources/proposal.ts';
import { nodeStatuses } from '../../statuses.ts';
import { withDocumented } from '../../text.ts';

/** The fields of a Node that the server owns. */
const ignored = Object.fromEntries(
  ['created_at', 'downloads', 'former_ids', 'latest_version', 'publisher', 'rating', 'updated_at'].map(
    (name) => [name, { description: 'Accepted and ignored' }],
  ),
);

export const updateNode = endpoint({
  method: 'PUT',
  path: '/publishers/{publisherId}/nodes/{nodeId}',
  tag: 'nodes',
  summary: 'Update a specific node',
  auth: 'bearer',
  bodyBytesMax: limits.metadataBodyBytesMax,
  body: withDocumented(
    Type.Object(
      {
        id: Type.Optional(Type.String({ description: 'If present, must equal the id in the path' })),
        ...patchProperties(NodeMetadata),
        ...patchProperties(NodeModeration),
        status: Type.Optional(Type.Enum([...nodeStatuses])),
      },
      {
        description:
          'Only the keys present change; null clears a key. Every other field of a Node is accepted and ignored, so that whole objects can be sent back.',
      },
    ),
    { properties: ignored },
  ),
  reply: { status: 200, description: 'Node updated successfully', body: Node },
  otherReplies: { 202: proposed },
  errors: [
    'id_mismatch',
    'forbidden',
    // To delete it, as with DELETE.
    ...recentSignInErrors,
    'forbidden_field',
    'node_banned',
    'publisher_banned',
    'publisher_not_found',
    'node_not_found',
    'illegal_transition',
  ],
});
