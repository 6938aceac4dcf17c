import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { ListedVersion } from '../../resources/listed-version.ts';
import { nodeVersionStatuses } from '../../statuses.ts';
import { barePage } from '../paging.ts';

export const listNodeVersions = endpoint({
  method: 'GET',
  path: '/nodes/{nodeId}/versions',
  tag: 'versions',
  summary: 'List the versions of a node whose package is stored; members also see those that wait for it',
  auth: 'optional',
  changesWith: 'node',
  query: Type.Object({
    ...barePage,
    statuses: Type.Optional(
      Type.Array(Type.Enum([...nodeVersionStatuses]), {
        description:
          'Default: Active; for members and moderators who ask for the status_reason, all but Deleted',
      }),
    ),
    include_status_reason: Type.Optional(
      Type.Boolean({ description: 'Whether members and moderators see the status_reason; default false' }),
    ),
    include_changes: Type.Optional(
      Type.Boolean({
        description: `Whether to include the app-nodes that each version changed, as far as they are known, of at most ${limits.changedVersionsMax} versions on a page; default false`,
      }),
    ),
  }),
  reply: {
    status: 200,
    description: 'The versions, the highest by SemVer first',
    body: Type.Array(ListedVersion),
  },
  errors: ['node_banned', 'node_not_found'],
});
