import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { NodeVersion } from '../../resources/node-version.ts';
import { nodeVersionStatuses } from '../../statuses.ts';
import { barePage } from '../paging.ts';

export const listNodeVersions = endpoint({
  method: 'GET',
  path: '/nodes/{nodeId}/versions',
  tag: 'versions',
  summary: 'List the versions of a node whose package is stored',
  auth: 'optional',
  changesWith: 'node',
  query: Type.Object({
    ...barePage,
    statuses: Type.Optional(
      Type.Array(Type.Enum([...nodeVersionStatuses]), { description: 'Default: Active' }),
    ),
    include_status_reason: Type.Optional(
      Type.Boolean({ description: 'Whether members and moderators see the status_reason; default false' }),
    ),
  }),
  reply: {
    status: 200,
    description: 'The versions, the highest by SemVer first',
    body: Type.Array(NodeVersion),
  },
  errors: ['node_banned', 'node_not_found'],
});
