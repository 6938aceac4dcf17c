import { siteNetwork } from '../policy/site-network.ts';

/** How many times what one network may have, those of one site may have together. */
const factorOfSite = 4;

/** The networks that a client counts for, each with what it may have, where one network may have `max`. */
export const boundsOfNetworks = (
  client: string,
  max: number,
): readonly (readonly [network: string, max: number])[] => {
  const site = siteNetwork(client);
  return site === undefined
    ? [[client, max]]
    : [
        [client, max],
        [site, factorOfSite * max],
      ];
};
