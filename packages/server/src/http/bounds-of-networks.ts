import { siteNetwork } from '../policy/site-network.ts';

/** How many times what one network may have, those of one site may have together. */
const factorOfSite = 4;

/** The networks that a client counts for, each with what it may have, where one network may have `max`. */
export const boundsOfNetworks = (
  client: string,
  max: number,
): readonly (readonly [network: string, max: number])[] => {
  const site = siteNetwork(client);
  const own = [client, max] as const;
  return site === client ? [own] : [own, [site, factorOfSite * max]];
};
