import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { Node } from '../../resources/node.ts';
import { barePage } from '../paging.ts';

export const listNodesOfPublisher = endpoint({
  method: 'GET',
  path: '/publishers/{publisherId}/nodes',
  tag: 'nodes',
  summary: 'List the nodes of a publisher as an array',
  auth: 'optional',
  query: Type.Object({
    ...barePage,
    include_banned: Type.Optional(
      Type.Boolean({ description: 'Whether members and moderators also see banned nodes; default true' }),
    ),
  }),
  reply: { status: 200, description: 'The nodes, newest first', body: Type.Array(Node) },
  errors: ['publisher_not_found'],
});
