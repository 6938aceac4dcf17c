export interface Quantiles {
  count: number;
  p50: number;
  p99: number;
  max: number;
}

/** In the unit of the values. */
export const quantiles = (values: readonly number[]): Quantiles => {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) };
};
