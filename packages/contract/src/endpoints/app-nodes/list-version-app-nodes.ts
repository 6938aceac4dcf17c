import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { AppNode } from '../../resources/app-node.ts';
import { page, paged } from '../paging.ts';

export const listVersionAppNodes = endpoint({
  method: 'GET',
  path: '/nodes/{nodeId}/versions/{version}/app-nodes',
  tag: 'app-nodes',
  summary: 'List the app-nodes of a version by name',
  auth: 'public',
  changesWith: 'node',
  query: Type.Object(page(limits.appNodePageSizeMax)),
  reply: { status: 200, description: 'The app-nodes', body: paged('app_nodes', AppNode) },
  errors: ['node_banned', 'node_not_found', 'version_not_found'],
});
