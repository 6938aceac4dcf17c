import { type Endpoints, type Query, limits } from '@patchbay/contract';
import { countDays, dayAfter, dayOf, daysBetween } from '@patchbay/contract/days';
import { publicNode } from '../../authorization/node.ts';
import { type ApiError, invalidValue } from '../../errors.ts';
import { findDailyDownloads } from '../../store/rows/downloads.ts';
import type { Operation } from '../operation.ts';

export const getNodeDownloads: Operation<Endpoints['getNodeDownloads']> = async (
  { store, now },
  { params, query },
) => {
  const range = requireDayRange(query, dayOf(now().toISOString()));
  const { node } = await publicNode(store.read, params.nodeId);
  const found = await findDailyDownloads(store.read, node.key, range);
  const counts = new Map(found.map(({ day, downloads }) => [day, downloads]));
  const days = daysBetween(range.from, range.to).map((day) => ({ day, downloads: counts.get(day) ?? 0 }));
  return { ...range, total: found.reduce((sum, { downloads }) => sum + downloads, 0), days };
};

interface DayRange {
  from: string;
  to: string;
}

/** Earlier ones are not written in four digits. */
const firstDay = '0000-01-01';

/** The days that a query asks for, which end today unless it says otherwise. */
const requireDayRange = (query: Query<Endpoints['getNodeDownloads']>, today: string): DayRange => {
  const { from, days, to = today } = query;
  if (from === undefined) {
    const asked = days ?? limits.downloadDaysDefault;
    if (countDays(firstDay, to) < asked)
      throw refused('/to', `is less than ${asked} days after ${firstDay}`, 'Choose a later one.');
    return { from: dayAfter(to, 1 - asked), to };
  }
  if (days !== undefined) throw refused('/days', 'cannot be combined with from', 'Send one of the two.');
  const count = countDays(from, to);
  if (count < 1) throw refused('/from', 'is after the last day', 'Choose an earlier one.');
  if (count > limits.downloadDaysMax) {
    throw refused(
      '/from',
      `asks for more than ${limits.downloadDaysMax} days`,
      'Choose a later one, or an earlier to.',
    );
  }
  return { from, to };
};

const refused = (path: string, fault: string, advice: string): ApiError =>
  invalidValue(path, `The parameter ${path.slice(1)} ${fault}. ${advice}`, fault);
