import { type Endpoints, limits } from '@patchbay/contract';
import { dayAfter, dayOf } from '@patchbay/contract/days';
import { demand } from '../../authorization/publisher.ts';
import { countChanges } from '../../store/log/changes.ts';
import { findDailyCounts } from '../../store/rows/counts.ts';
import type { Operation } from '../operation.ts';

const refused = 'refused:';

/** What happened on each of the last days, among so many changes that counting them takes a fraction of a second. */
export const getStatistics: Operation<Endpoints['getStatistics']> = async ({ store, now }, { actor }) => {
  demand(actor, 'moderate');
  const to = dayOf(now().toISOString());
  const from = dayAfter(to, 1 - limits.statisticsDays);
  const [changes, counted] = await Promise.all([
    countChanges(store.read, { since: `${from}T00:00:00.000Z`, among: limits.statisticsChangesMax }),
    findDailyCounts(store.read, from),
  ]);
  return {
    ...changes,
    from,
    to,
    downloads: counted.flatMap(({ day, what, count }) => (what === 'downloads' ? [{ day, count }] : [])),
    refusals: counted.flatMap(({ day, what, count }) =>
      what.startsWith(refused) ? [{ day, rule: what.slice(refused.length), count }] : [],
    ),
  };
};
