/**
 * The /48 around a network of `clientNetwork`, which is the most that one customer of a provider is usually given
 * (RFC 6177). Undefined for IPv4.
 */
export const siteNetwork = (network: string): string | undefined =>
  network.includes(':') ? `${network.split(':', 3).join(':')}/48` : undefined;
