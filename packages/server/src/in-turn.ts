/** `run`, each time after the last: one that failed does not keep the next from running. */
export const inTurn = (run: () => Promise<void>): (() => Promise<void>) => {
  let last = Promise.resolve();
  return () => (last = last.catch(() => undefined).then(run));
};
