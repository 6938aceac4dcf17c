import { clientNetwork } from './client-network.ts';

/**
 * The part of an address by which its owner knows a network again, and that is no single household's: the /24 of an
 * IPv4 address, the /48 of an IPv6 address.
 */
export const networkInWords = (address: string): string => {
  const network = clientNetwork(address);
  return network.includes('.')
    ? `${network.split('.').slice(0, 3).join('.')}.0/24`
    : `${network.split(':').slice(0, 3).join(':')}::/48`;
};
