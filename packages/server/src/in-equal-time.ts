import { setTimeout as wait } from 'node:timers/promises';

/** What a write usually takes less than, its messages included. */
const usualMs = 150;

/** The result of a write, or its failure, not before it usually ends: how long it took does not tell what it found. */
export const inEqualTime = async <T>(work: () => Promise<T>): Promise<T> => {
  const [result] = await Promise.allSettled([work(), wait(usualMs)]);
  if (result.status === 'rejected') throw result.reason as Error;
  return result.value;
};
