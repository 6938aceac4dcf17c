const counts = new Intl.NumberFormat('en');
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const units = ['bytes', 'KiB', 'MiB', 'GiB'] as const;

/** `12,345`. */
export const formatCount = (count: number): string => (count < 1_000 ? `${count}` : counts.format(count));

/** `12.3K`, where there is little room. */
export const formatCompact = (count: number): string => compact.format(count);

/** A time in ISO 8601 as a day, in UTC, so that it is the same for every reader. */
export const formatDay = (time: string): string => {
  const [year, month, day] = time.slice(0, 10).split('-').map(Number);
  return `${months[(month ?? 1) - 1]} ${day}, ${year}`;
};

/** A time in ISO 8601 as `2026-01-07 10:30 UTC`, where the day alone says too little. */
export const formatMoment = (time: string): string => `${time.slice(0, 16).replace('T', ' ')} UTC`;

/** A size as `1 byte`, `1.2 KiB` or `100 MiB`. */
export const formatBytes = (bytes: number): string => {
  if (bytes === 1) return '1 byte';
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return `${Number((bytes / 1_024 ** power).toFixed(1))} ${units[power]}`;
};

const spans = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A time in seconds as `3 hours`, in the largest unit of which it has one. */
export const formatDuration = (seconds: number): string => {
  const [unit, size] = spans.find(([, size]) => seconds >= size) ?? ['second', 1];
  const count = Math.floor(seconds / size);
  return `${formatCount(count)} ${unit}${count === 1 ? '' : 's'}`;
};
