/** One result: how many times the base a subject is. */
export interface Row {
  /** What was asked of both. */
  task: string;
  subject: string;
  base: string;
  /** Median of the rounds' ratios, and their extremes; undefined where there is nothing to measure. */
  ratio: number | undefined;
  low?: number;
  high?: number;
  better: 'higher' | 'lower';
  /** Medians of both in `unit`, for reading the ratio; not comparable between machines. */
  value?: number;
  baseValue?: number;
  unit?: string;
  /** Why there is nothing to measure, or what else there is to say. */
  note?: string;
}
