/** Adds to the list of a key. */
export const appendTo = <Item>(map: Map<string, Item[]>, key: string, item: Item): void => {
  const list = map.get(key);
  if (list === undefined) map.set(key, [item]);
  else list.push(item);
};
