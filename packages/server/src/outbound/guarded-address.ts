import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Whether the host is a name or a literal public address. */
export const isForeignAddress = (host: string): boolean => {
  const literal = host.replace(/^\[(.*)\]$/, '$1');
  return !ipaddr.isValid(literal) || isPublic(literal);
};

const isPublic = (address: string): boolean => ipaddr.process(address).range() === 'unicast';

/** Resolves a name, and fails if any of its addresses is not public. */
export const lookUpGuarded: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error !== null) return callback(error, '');
    if (first === undefined || !addresses.every(({ address }) => isPublic(address))) {
      return callback(new Error(`${host} is not on the public internet`), '');
    }
    if (options.all === true) return callback(null, addresses);
    return callback(null, first.address, first.family);
  });
};
