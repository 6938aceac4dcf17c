import { nextSlice, sliceMs } from './turns.ts';

/**
 * As `items.map(map)`, in slices: for work that takes hundreds of milliseconds. Work that fits into one slice never
 * waits.
 */
export const mapInSlices = async <Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
): Promise<Result[]> => {
  const results: Result[] = [];
  let begun = performance.now();
  for (const item of items) {
    if (performance.now() - begun >= sliceMs) {
      await nextSlice();
      begun = performance.now();
    }
    results.push(map(item));
  }
  return results;
};
