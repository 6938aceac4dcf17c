import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { Node } from '../../resources/node.ts';
import { nodeCounts } from './node-filters.ts';

export const getNode = endpoint({
  method: 'GET',
  path: '/nodes/{nodeId}',
  tag: 'nodes',
  summary: 'Retrieve a specific node by id',
  auth: 'optional',
  changesWith: 'node',
  showsDownloads: true,
  query: Type.Object({
    include_translations: Type.Optional(Type.Boolean({ description: 'Whether to include translations' })),
    ...nodeCounts,
  }),
  reply: { status: 200, description: 'Node details', body: Node },
  errors: ['node_banned', 'node_not_found'],
});
