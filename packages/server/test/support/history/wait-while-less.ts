import { setTimeout as wait } from 'node:timers/promises';

const pollMs = 500;

/** Waits until nothing is left, or until what is left has not become less for so long. Returns what is left. */
export const waitWhileLess = async <Item>(
  readLeft: () => Promise<Item[]>,
  patienceMs: number,
): Promise<Item[]> => {
  let left = await readLeft();
  let since = performance.now();
  while (left.length > 0 && performance.now() - since < patienceMs) {
    await wait(pollMs);
    const next = await readLeft();
    if (next.length < left.length) since = performance.now();
    left = next;
  }
  return left;
};
