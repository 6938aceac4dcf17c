import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { VersionAppNode } from '../../resources/app-node.ts';
import { Text } from '../../text.ts';
import { page, paged } from '../paging.ts';

export const listVersionAppNodes = endpoint({
  method: 'GET',
  path: '/nodes/{nodeId}/versions/{version}/app-nodes',
  tag: 'app-nodes',
  summary: 'List the app-nodes of a version by name',
  auth: 'public',
  changesWith: 'node',
  query: Type.Object({
    ...page(limits.appNodePageSizeMax),
    search: Type.Optional(
      Text(limits.nameCharsMax, 'Only app-nodes whose name or display name holds each of these words'),
    ),
    include_history: Type.Optional(
      Type.Boolean({
        description: `Whether to include since and changed_in, of at most ${limits.pageSizeMax} app-nodes on a page and the last ${limits.historyVersionsMax} Active versions; default false`,
      }),
    ),
  }),
  reply: { status: 200, description: 'The app-nodes', body: paged('app_nodes', VersionAppNode) },
  errors: ['node_banned', 'node_not_found', 'version_not_found'],
});
