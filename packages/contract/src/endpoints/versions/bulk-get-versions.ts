import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { BulkResultItem, NodeVersionIdentifier } from '../../resources/node-version.ts';

export const bulkGetVersions = endpoint({
  method: 'POST',
  path: '/bulk/nodes/versions',
  tag: 'versions',
  summary: 'Retrieve multiple node versions in one request',
  auth: 'public',
  isRepeatable: true,
  rateCosts: { reads: 'items' },
  bodyBytesMax: limits.bulkBodyBytesMax,
  bulkOf: 'node_versions',
  body: Type.Object({
    node_versions: Type.Array(NodeVersionIdentifier, {
      maxItems: limits.bulkItemsMax,
      description: 'Node id and version pairs to retrieve',
    }),
  }),
  reply: {
    status: 200,
    description: 'Successfully retrieved node versions: one item for each pair, in the order of the request',
    body: Type.Object({ node_versions: Type.Array(BulkResultItem) }),
  },
  errors: [],
});
