/** As `Promise.all(items.map(map))`, with at most `count` at once. */
export const mapAtOnce = async <Item, Result>(
  items: readonly Item[],
  count: number,
  map: (item: Item) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = [];
  const rest = items.entries();
  const work = async (): Promise<void> => {
    for (const [index, item] of rest) results[index] = await map(item);
  };
  await Promise.all(Array.from({ length: count }, work));
  return results;
};
