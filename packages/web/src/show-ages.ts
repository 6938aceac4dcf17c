const spans = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

const ageOf = (time: string): string => {
  // The clock of a reader may be slow.
  const seconds = Math.min(0, (Date.parse(time) - Date.now()) / 1_000);
  const [unit, size] = spans.find(([, size]) => Math.abs(seconds) >= size) ?? ['minute', 60];
  return words.format(Math.trunc(seconds / size), unit);
};

/** Says of the days on a page how long ago they were; a title still has the day. */
export const showAges = (root: ParentNode): void => {
  for (const time of root.querySelectorAll<HTMLTimeElement>('time[data-ago]'))
    time.textContent = ageOf(time.dateTime);
};
