import { type Endpoints, limits } from '@patchbay/contract';
import { demand } from '../../access/publisher.ts';
import { countChanges } from '../../store/log/count-changes.ts';
import type { Operation } from '../operation.ts';

const dayMs = 24 * 60 * 60_000;

/** What happened on each of the last days, among so many changes that counting them takes a fraction of a second. */
export const getStatistics: Operation<Endpoints['getStatistics']> = async ({ store, now }, { actor }) => {
  demand(actor, 'moderate');
  const first = new Date(now().getTime() - (limits.statisticsDays - 1) * dayMs);
  const since = `${first.toISOString().slice(0, 10)}T00:00:00.000Z`;
  return countChanges(store.read, { since, among: limits.statisticsChangesMax });
};
