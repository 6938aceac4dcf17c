import type { Line } from './lines.ts';
import type { Sample } from './sample.ts';

export interface Point {
  seconds: number;
  value: number;
}

/** A line, and whether it grows once the server is warm. */
export interface Judged {
  name: string;
  unit: string;
  points: readonly Point[];
  mean: number;
  /** From the end of the warm-up to the end, by the straight line that fits best. */
  growth: number;
  isGrowing: boolean;
}

/** The first part of the time, in which caches fill; and over how much of it a quotient is taken. */
const warmUpShare = 0.2;
/** Less of the mean is no growth. */
const growthShareMax = 0.1;
/** A slope is one when it exceeds so many of its standard errors. */
const errorsMin = 3;

export const judgeLine = ({ name, unit, of, per, tolerance }: Line, samples: readonly Sample[]): Judged => {
  const window = Math.ceil(samples.length * warmUpShare);
  const points = samples.flatMap((sample, index): Point[] => {
    const { seconds } = sample;
    if (per === undefined) return [{ seconds, value: of(sample) }];
    const earlier = samples[index - window];
    const times = earlier === undefined ? 0 : per(sample) - per(earlier);
    return earlier === undefined || times <= 0
      ? []
      : [{ seconds, value: (of(sample) - of(earlier)) / times }];
  });
  const end = points.at(-1)?.seconds ?? 0;
  const warm = points.filter(({ seconds }) => seconds > end * warmUpShare);
  const { slope, error, mean } = fitLine(warm);
  const growth = slope * end * (1 - warmUpShare);
  const isGrowing =
    growth > Math.max(Math.abs(mean) * growthShareMax, tolerance) && slope > error * errorsMin;
  return { name, unit, points, mean, growth, isGrowing };
};

/** The straight line with the least squares, and the standard error of its slope. */
const fitLine = (points: readonly Point[]): { slope: number; error: number; mean: number } => {
  const average = (of: (point: Point) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const middle = average(({ seconds }) => seconds);
  const mean = average(({ value }) => value);
  const spread = average(({ seconds }) => (seconds - middle) ** 2);
  const slope = average(({ seconds, value }) => (seconds - middle) * (value - mean)) / spread;
  const rest = average(({ seconds, value }) => (value - mean - slope * (seconds - middle)) ** 2);
  return { slope, error: Math.sqrt(rest / spread / (points.length - 2)), mean };
};
