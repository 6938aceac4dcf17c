import type { Rate } from './rates.ts';

const units = [
  [1, 'a second'],
  [60, 'a minute'],
  [3_600, 'an hour'],
] as const;

/** How fast the bucket fills and how much it holds: `10 a second, 100 at once`. */
export const rateInWords = ({
  burst,
  fullAfterSeconds,
}: Pick<Rate, 'burst' | 'fullAfterSeconds'>): string => {
  const perSecond = burst / fullAfterSeconds;
  const [seconds, unit] = units.find(([seconds]) => perSecond * seconds >= 1) ?? units[2];
  return `${Math.round(perSecond * seconds * 10) / 10} ${unit}, ${burst} at once`;
};
