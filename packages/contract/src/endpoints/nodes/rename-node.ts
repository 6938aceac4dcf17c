import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { writing } from '../../rates.ts';
import { Node } from '../../resources/node.ts';
import { NewNodeId, Text } from '../../text.ts';

export const renameNode = endpoint({
  method: 'POST',
  path: '/publishers/{publisherId}/nodes/{nodeId}/rename',
  tag: 'nodes',
  summary: 'Give a node another id; its former ids stay its own and lead to it for ever',
  auth: 'bearer',
  recentSignIn: true,
  isRepeatable: true,
  rateCosts: { ...writing, renames: 1 },
  body: Type.Object({
    id: { ...NewNodeId, description: 'The new id, or a former one of the same node' },
    reason: Type.Optional(Text(limits.descriptionCharsMax, 'Why; a moderator who is no owner must say it')),
  }),
  reply: {
    status: 200,
    description: 'The node with its new id; versions, packages and downloads are as before',
    body: Node,
  },
  errors: [
    'invalid_id',
    'forbidden',
    'node_banned',
    'publisher_banned',
    'publisher_not_found',
    'node_not_found',
    'id_taken',
  ],
});
