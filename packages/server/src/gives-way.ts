/**
 * Which one gives way to a newcomer where there is no place left: the newest of the network that has the most, as long
 * as that network keeps at least as many as the newcomer's then has. Undefined if the newcomer must go.
 */
export const givesWay = <Held>(
  held: Iterable<Held>,
  networkOf: (one: Held) => string,
  newcomer: string,
): Held | undefined => {
  const ofNetworks = Map.groupBy(held, networkOf);
  const own = ofNetworks.get(newcomer)?.length ?? 0;
  let most: Held[] = [];
  for (const all of ofNetworks.values()) if (all.length > most.length) most = all;
  return most.length > own + 1 ? most.at(-1) : undefined;
};
