const ipv4 = /(?:^|:)(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;

/**
 * What counts as one client: an IPv4 address, also where it is mapped into IPv6, or the /64 of an IPv6 address, which
 * is what one household or server is given. The text is a fresh one that keeps no header alive.
 */
export const clientNetwork = (address: string): string => {
  const found = ipv4.exec(address);
  if (found !== null) return found.slice(1).map(Number).join('.');
  const [left = '', right] = address.split('::');
  const head = groupsOf(left);
  const tail = right === undefined ? [] : groupsOf(right);
  const gap = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => 0);
  return [...head, ...gap, ...tail]
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':');
};

const groupsOf = (text: string): number[] =>
  text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));

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
