import { isIP } from 'node:net';

/** Whether a host, as a setting or a URL has it, is this machine for sure. */
export const isLoopback = (host: string): boolean => {
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'));
};
