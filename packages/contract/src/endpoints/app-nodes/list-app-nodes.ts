import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { ListedAppNode } from '../../resources/app-node.ts';
import { VersionText } from '../../text.ts';
import { page, paged } from '../paging.ts';

export const listAppNodes = endpoint({
  method: 'GET',
  path: '/app-nodes',
  tag: 'app-nodes',
  summary: 'List the app-nodes of all Active versions; without filters safe to crawl while others publish',
  auth: 'public',
  changesWith: 'catalogue',
  query: Type.Object({
    ...page(limits.pageSizeMax),
    node_id: Type.Optional(Type.String({ description: 'Only app-nodes of this node' })),
    app_node_name: Type.Optional(
      Type.String({
        maxLength: limits.appNodeNameCharsMax,
        description: 'Only app-nodes of exactly this name',
      }),
    ),
    version: Type.Optional(VersionText({ description: 'Only app-nodes of versions with this number' })),
  }),
  reply: {
    status: 200,
    description: 'The app-nodes in the order in which they were first extracted',
    body: paged('app_nodes', ListedAppNode),
  },
  errors: [],
});
