import type { Endpoints } from '@patchbay/contract';
import { dayOf, daysBetween } from '@patchbay/contract/days';
import { requireDayRange } from '../../authorization/day-range.ts';
import { publicNode } from '../../authorization/node.ts';
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
