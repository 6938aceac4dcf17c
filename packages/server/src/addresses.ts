import { isIP } from 'node:net';

/** The path of the address under which clients reach this server, without a slash at its end; mostly empty. */
export const prefixOf = (publicUrl: string): string => new URL(publicUrl).pathname.replace(/\/+$/, '');

/** Whether a host, as a setting or a URL has it, is this machine for sure. */
export const isLoopback = (host: string): boolean => {
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'));
};
