import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { limits } from '../../limits.ts';
import { Day, OwnWords, Timestamp } from '../../text.ts';

export const getStatistics = endpoint({
  method: 'GET',
  path: '/admin/statistics',
  tag: 'moderation',
  summary: `Count changes, downloads and refused packages of the last ${limits.statisticsDays} days by day`,
  auth: 'bearer',
  rateCosts: { reads: 10 },
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
      from: Day('The first day of downloads and refusals'),
      to: Day('The last one'),
      downloads: Type.Array(Type.Object({ day: Day('In UTC'), count: Type.Integer() }), {
        description: 'Downloads of all nodes by day; a day without any is left out',
      }),
      refusals: Type.Array(
        Type.Object({
          day: Day('In UTC'),
          rule: OwnWords('Why, such as `not-a-zip` or `quota-used-up`'),
          count: Type.Integer(),
        }),
        { description: 'Packages that were refused, by day and then by rule' },
      ),
    }),
  },
  errors: ['forbidden'],
});
