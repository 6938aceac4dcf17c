import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { QueuedVersion } from '../../resources/check-rule.ts';
import { nodeVersionStatuses } from '../../statuses.ts';
import { page, paged } from '../paging.ts';

export const listReviewQueue = endpoint({
  method: 'GET',
  path: '/admin/versions',
  tag: 'moderation',
  summary: 'List the versions waiting for a moderator, oldest first',
  auth: 'bearer',
  query: Type.Object({
    ...page(limits.pageSizeMax),
    statuses: Type.Optional(
      Type.Array(Type.Enum([...nodeVersionStatuses]), { description: 'Default: Flagged' }),
    ),
  }),
  reply: { status: 200, description: 'The versions', body: paged('versions', QueuedVersion) },
  errors: ['forbidden'],
});
