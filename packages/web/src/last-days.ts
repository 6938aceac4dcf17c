import type { DayCount } from './components/downloads-chart.tsx';

const shownDays = 30;

/**
 * The days up to the last one with a download; none where there was none in these days. They do not change at midnight,
 * and neither does a page that is kept.
 */
export const lastDays = (days: readonly DayCount[]): readonly DayCount[] => {
  const end = days.findLastIndex(({ downloads }) => downloads > 0) + 1;
  return end < shownDays ? [] : days.slice(end - shownDays, end);
};
