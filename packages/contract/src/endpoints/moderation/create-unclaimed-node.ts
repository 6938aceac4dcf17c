import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { Node, NodeMetadata } from '../../resources/node.ts';
import { NewNodeId, PublisherId } from '../../text.ts';

export const createUnclaimedNode = endpoint({
  method: 'POST',
  path: '/admin/nodes',
  tag: 'moderation',
  summary: 'Add a node that has no publisher yet',
  auth: 'bearer',
  body: Type.Object({
    id: NewNodeId,
    ...NodeMetadata.properties,
    publisher: Type.Optional(
      Type.Object(
        { id: Type.Optional(PublisherId) },
        { description: 'If present, must be the publisher of the unclaimed nodes' },
      ),
    ),
  }),
  reply: { status: 201, description: 'The new node', body: Node },
  errors: ['invalid_id', 'id_mismatch', 'forbidden', 'id_taken'],
});
