/** One result: the ratio of a subject to its base. */
export interface Row {
  /** The request sent to both. */
  task: string;
  subject: string;
  base: string;
  /** Median of the rounds' ratios, and their extremes. Undefined if nothing was measured. */
  ratio: number | undefined;
  low?: number;
  high?: number;
  better: 'higher' | 'lower';
  /** Medians of both in `unit`, for reading the ratio; not comparable between machines. */
  value?: number;
  baseValue?: number;
  unit?: string;
  /** Why nothing was measured, or a remark. */
  note?: string;
}
