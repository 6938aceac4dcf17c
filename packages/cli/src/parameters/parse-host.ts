import { hostOf } from '../host-of.ts';

/** Reads the name or address of a host, perhaps with a port, as URLs write it. */
export const parseHost = (text: string): string => {
  const url = URL.parse(`https://${text}`);
  if (url !== null && /^[^/?#@\\]+$/.test(text)) return hostOf(url);
  throw new RangeError('It must be a host such as packages.example.org or 127.0.0.1:9000');
};
