import { networksOf } from '../limits/site-network.ts';

/** How many times what one network may have, those of one site may have together. */
const factorOfSite = 4;

/** The networks that a client counts for, its own first, each with what it may have, where one may have `max`. */
export const boundsOfNetworks = (
  client: string,
  max: number,
): readonly (readonly [network: string, max: number])[] =>
  networksOf(client, factorOfSite)
    .map(({ id, factor }) => [id, factor * max] as const)
    .toReversed();
