import type { DayCount } from './components/downloads-chart.tsx';

const shownDays = 90;

/**
 * The days since a node was made, up to the last one with a download; none where there was no download. A chart of them does not change at
 * midnight, and neither does a page that is kept.
 */
export const lastDays = (days: readonly DayCount[], created: string): readonly DayCount[] => {
  const end = days.findLastIndex(({ downloads }) => downloads > 0) + 1;
  return days.slice(Math.max(0, end - shownDays), end).filter(({ day }) => day >= created.slice(0, 10));
};
