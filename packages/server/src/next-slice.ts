/** How long work may hold the thread before it asks for the next slice: short, because every other request waits. */
export const sliceMs = 5;

const waiting: (() => void)[] = [];

const runOne = (): void => {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(runOne);
};

/**
 * Resolves when it is the caller's turn to hold the thread for a slice. The whole process has one turn in each
 * iteration of its event loop, in the order of the calls, so that other requests wait for one slice, however many
 * expensive ones there are.
 */
export const nextSlice = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(runOne);
  });
