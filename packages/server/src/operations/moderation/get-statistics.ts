import { type Endpoints, limits } from '@patchbay/contract';
import { demand } from '../../access/publisher.ts';
import { countChanges } from '../../store/log/count-changes.ts';
import { findDailyCounts } from '../../store/rows/daily-counts.ts';
import { dayOf } from '../../store/rows/downloads.ts';
import type { Operation } from '../operation.ts';

const dayMs = 24 * 60 * 60_000;
const refused = 'refused:';

/** What happened on each of the last days, among so many changes that counting them takes a fraction of a second. */
export const getStatistics: Operation<Endpoints['getStatistics']> = async ({ store, now }, { actor }) => {
  demand(actor, 'moderate');
  const first = new Date(now().getTime() - (limits.statisticsDays - 1) * dayMs);
  const from = dayOf(first.toISOString());
  const [changes, counted] = await Promise.all([
    countChanges(store.read, { since: `${from}T00:00:00.000Z`, among: limits.statisticsChangesMax }),
    findDailyCounts(store.read, from),
  ]);
  return {
    ...changes,
    from,
    to: dayOf(now().toISOString()),
    downloads: counted.flatMap(({ day, what, count }) => (what === 'downloads' ? [{ day, count }] : [])),
    refusals: counted.flatMap(({ day, what, count }) =>
      what.startsWith(refused) ? [{ day, rule: what.slice(refused.length), count }] : [],
    ),
  };
};
