import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { Node } from '../../resources/node.ts';
import { limits } from '../../limits.ts';
import { page, paged } from '../paging.ts';

export const listPublisherNodes = endpoint({
  method: 'GET',
  path: '/publishers/{publisherId}/nodes/v2',
  tag: 'nodes',
  summary: 'List the nodes of a publisher',
  auth: 'bearer',
  changesWith: 'catalogue',
  query: Type.Object({
    ...page(limits.pageSizeMax),
    include_banned: Type.Optional(
      Type.Boolean({ description: 'Whether members and moderators also see banned nodes; default true' }),
    ),
    only_deleted: Type.Optional(
      Type.Boolean({
        description: 'Whether members and moderators see the deleted nodes instead; default false',
      }),
    ),
  }),
  reply: { status: 200, description: 'The nodes, newest first', body: paged('nodes', Node) },
  errors: ['publisher_not_found'],
});
