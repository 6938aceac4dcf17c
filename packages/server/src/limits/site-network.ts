/**
 * The widest network that counts for one client of `clientNetwork`: the /48 around that of IPv6, which is the most that
 * one customer of a provider is usually given (RFC 6177), and the address itself of IPv4.
 */
export const siteNetwork = (network: string): string =>
  network.includes(':') ? `${network.split(':', 3).join(':')}/48` : network;

/** The networks that a client counts for, its own last: on IPv6 also its site, which may have so many times as much. */
export const networksOf = (client: string, factorOfSite: number): { id: string; factor: number }[] => {
  const own = { id: client, factor: 1 };
  const site = siteNetwork(client);
  return site === client ? [own] : [{ id: site, factor: factorOfSite }, own];
};
