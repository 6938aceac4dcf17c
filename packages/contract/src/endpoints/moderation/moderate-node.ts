import { Type } from 'typebox';
import { endpoint, recentSignInErrors } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { patchProperties } from '../../patch.ts';
import { AdvisoryText } from '../../resources/advisory.ts';
import { Node, NodeMetadata, NodeModeration } from '../../resources/node.ts';
import { proposed } from '../../resources/proposal.ts';
import { Reason } from '../../resources/reason.ts';
import { nodeStatuses } from '../../statuses.ts';
import { PublisherId } from '../../text.ts';

export const moderateNode = endpoint({
  method: 'PUT',
  path: '/admin/nodes/{nodeId}',
  tag: 'moderation',
  summary: 'Update a node of any publisher, or give it to another publisher',
  auth: 'bearer',
  bodyBytesMax: limits.metadataBodyBytesMax,
  body: Type.Object(
    {
      id: Type.Optional(Type.String({ description: 'If present, must equal the id in the path' })),
      ...patchProperties(NodeMetadata),
      ...patchProperties(NodeModeration),
      status: Type.Optional(Type.Enum([...nodeStatuses])),
      reason: Type.Optional(Reason),
      advisory: Type.Optional(AdvisoryText),
      publisher: Type.Optional(
        Type.Object(
          { id: Type.Optional(PublisherId) },
          {
            description:
              'The new publisher of the node; the publisher of the unclaimed nodes makes it unclaimed',
          },
        ),
      ),
    },
    {
      description:
        'Only the keys present change; null clears a key. A change needs a reason: `reason`, or for its status `status_detail`',
    },
  ),
  reply: { status: 200, description: 'The updated node', body: Node },
  otherReplies: { 202: proposed },
  errors: [
    'id_mismatch',
    'forbidden',
    // To delete it, or to give it away, as where that is all.
    ...recentSignInErrors,
    'publisher_not_found',
    'node_not_found',
    'illegal_transition',
  ],
});
