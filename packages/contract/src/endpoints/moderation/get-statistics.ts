import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { OwnWords, Timestamp } from '../../text.ts';

export const getStatistics = endpoint({
  method: 'GET',
  path: '/admin/statistics',
  tag: 'moderation',
  summary: `Count the changes of the last ${limits.statisticsDays} days by day and kind`,
  auth: 'bearer',
  tolls: { reads: 10 },
  reply: {
    status: 200,
    description: 'The counts; a day and a kind without changes has none',
    body: Type.Object({
      since: Timestamp(
        `From when they are complete: the beginning of the first day, or later if there were more than ${limits.statisticsChangesMax} changes`,
      ),
      counts: Type.Array(
        Type.Object({
          day: Type.String({ description: 'In UTC, as 2026-01-31' }),
          action: OwnWords('The kind of change'),
          count: Type.Integer(),
        }),
        { description: 'By day, the first one first, then by kind' },
      ),
    }),
  },
  errors: ['forbidden'],
});
