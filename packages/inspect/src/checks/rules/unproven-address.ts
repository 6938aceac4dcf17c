import { isIP } from 'node:net';

/** Hosts in the local network, and mirrors of package indexes, which many countries reach only so. */
const TRUSTED =
  /^(?:[^.[]*|mirrors?\..*|\[(?:::1\]|f[cde]).*|(?:0|10|127|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d+)+)$/;

/** An address in a text from which pip installs. */
export const PACKAGE_ADDRESS = /(?:git\+)?https?:\/\/[^\s"'#;,)\]]{1,400}/gi;

/**
 * Whether nothing proves whose code comes from an address: it has no name or no encryption, and is not in the local
 * network.
 */
export const isUnproven = (address: string): boolean => {
  const url = URL.parse(address.replace(/^git\+/i, ''));
  if (url === null || TRUSTED.test(url.hostname)) return false;
  return url.protocol === 'http:' || isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0;
};
