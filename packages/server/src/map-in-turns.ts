import { setImmediate } from 'node:timers/promises';

const turnMs = 10;

/** Like `items.map(map)`, but yields to the event loop every few milliseconds: for work that takes hundreds of them. */
export const mapInTurns = async <Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
): Promise<Result[]> => {
  const results: Result[] = [];
  let begun = performance.now();
  for (const item of items) {
    results.push(map(item));
    if (performance.now() - begun < turnMs) continue;
    await setImmediate();
    begun = performance.now();
  }
  return results;
};
