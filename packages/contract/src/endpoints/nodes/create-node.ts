import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { Node, NodeMetadata } from '../../resources/node.ts';
import { NewNodeId } from '../../text.ts';

export const createNode = endpoint({
  method: 'POST',
  path: '/publishers/{publisherId}/nodes',
  tag: 'nodes',
  summary: 'Create a node without a version',
  auth: 'bearer',
  body: Type.Object({ id: NewNodeId, ...NodeMetadata.properties }),
  reply: { status: 201, description: 'The new node', body: Node },
  errors: [
    'invalid_id',
    'forbidden',
    'email_unverified',
    'second_factor_required',
    'publisher_banned',
    'publisher_not_found',
    'id_taken',
  ],
});
