/** `run`, each call after the one before. One that failed does not keep the next from running. */
export const serialize = (run: () => Promise<void>): (() => Promise<void>) => {
  let last = Promise.resolve();
  return () => (last = last.catch(() => undefined).then(run));
};
