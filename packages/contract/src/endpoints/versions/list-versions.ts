import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { NodeVersion } from '../../resources/node-version.ts';
import { nodeVersionStatuses } from '../../statuses.ts';
import { Text } from '../../text.ts';
import { page, paged } from '../paging.ts';

export const listVersions = endpoint({
  method: 'GET',
  path: '/versions',
  tag: 'versions',
  summary: 'List the versions of all nodes; without filters safe to crawl while others publish',
  auth: 'optional',
  changesWith: 'catalogue',
  query: Type.Object({
    ...page(limits.pageSizeMax),
    node_id: Type.Optional(Type.String({ description: 'Only versions of this node' })),
    statuses: Type.Optional(
      Type.Array(Type.Enum([...nodeVersionStatuses]), {
        description:
          'Default: Active; for members of its publisher and moderators who name a node, all but Deleted',
      }),
    ),
    status_reason: Type.Optional(
      Text(
        limits.nameCharsMax,
        'For moderators: only versions whose status_reason holds this text in upper or lower case',
      ),
    ),
    include_status_reason: Type.Optional(
      Type.Boolean({
        description:
          'Whether members, of a node they name, and moderators see the status_reason; default true',
      }),
    ),
    timestamp: Type.Optional(
      Type.String({ format: 'date-time', description: 'Only versions published after this time' }),
    ),
  }),
  reply: {
    status: 200,
    description: 'The versions in the order in which their packages arrived',
    body: paged('versions', NodeVersion),
  },
  errors: ['forbidden'],
});
