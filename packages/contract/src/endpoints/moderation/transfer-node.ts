import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { Node } from '../../resources/node.ts';
import { GivenText, PublisherId } from '../../text.ts';

export const transferNode = endpoint({
  method: 'POST',
  path: '/admin/nodes/{nodeId}/transfer',
  tag: 'moderation',
  summary: 'Give a node to another publisher, in whatever state it is',
  auth: 'bearer',
  recentSignIn: true,
  body: Type.Object({
    publisher_id: {
      ...PublisherId,
      description: 'The new publisher; the publisher of the unclaimed nodes makes the node unclaimed',
    },
    reason: GivenText(limits.descriptionCharsMax, 'Why, for the log of changes'),
  }),
  reply: {
    status: 200,
    description: 'The node, with its id, versions, packages and downloads as before',
    body: Node,
  },
  errors: ['forbidden', 'publisher_not_found', 'node_not_found'],
});
