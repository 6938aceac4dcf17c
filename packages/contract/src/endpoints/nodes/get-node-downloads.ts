import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { Day } from '../../text.ts';

/** Without `changesWith`: where the query names no day, the response changes at midnight. */
export const getNodeDownloads = endpoint({
  method: 'GET',
  path: '/nodes/{nodeId}/downloads',
  tag: 'nodes',
  summary: 'Count the downloads of a node by day',
  auth: 'public',
  query: Type.Object({
    from: Type.Optional(Day('The first day; instead of `days`')),
    to: Type.Optional(Day('The last day; default today')),
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: limits.downloadDaysMax,
        description: `How many days; default ${limits.downloadDaysDefault}`,
      }),
    ),
  }),
  reply: {
    status: 200,
    description: 'The downloads of each day in UTC, the first day first, also of days without any',
    body: Type.Object({
      from: Day('The first day'),
      to: Day('The last day'),
      total: Type.Integer({ description: 'Downloads on all of these days' }),
      days: Type.Array(Type.Object({ day: Day('In UTC'), downloads: Type.Integer() })),
    }),
  },
  errors: ['node_banned', 'node_not_found'],
});
