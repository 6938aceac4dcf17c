import { setTimeout as wait } from 'node:timers/promises';

const answerMsMax = 2_000;

/** What `look` finds. Rejects, naming `what`, if that takes longer than 2 s: a database or a disk may never answer. */
export const inTime = <Found>(look: Promise<Found>, what: string): Promise<Found> =>
  Promise.race([
    look,
    wait(answerMsMax, undefined, { ref: false }).then(() => {
      throw new Error(`the ${what} did not answer within ${answerMsMax} ms`);
    }),
  ]);

/** What a write usually takes less than, its messages included. */
const usualMs = 150;

/** The result of a write, or its failure, not before it usually ends: how long it took does not tell what it found. */
export const inEqualTime = async <T>(work: () => Promise<T>): Promise<T> => {
  const [result] = await Promise.allSettled([work(), wait(usualMs)]);
  if (result.status === 'rejected') throw result.reason as Error;
  return result.value;
};

/** `find`, called with the time at most once in so many milliseconds. Calls in between get its last result. */
export const memoizeFor = <Found>(
  milliseconds: number,
  now: () => Date,
  find: (at: Date) => Found,
): (() => Found) => {
  let last: { at: Date; found: Found } | undefined;
  return () => {
    const at = now();
    const ageMs = at.getTime() - (last?.at.getTime() ?? 0);
    // Negative once the clock was set back: nothing would be asked until it is there again.
    if (last === undefined || ageMs < 0 || ageMs >= milliseconds) last = { at, found: find(at) };
    return last.found;
  };
};

/** `run`, each call after the one before. One that failed does not keep the next from running. */
export const serialize = (run: () => Promise<void>): (() => Promise<void>) => {
  let last = Promise.resolve();
  return () => (last = last.catch(() => undefined).then(run));
};
