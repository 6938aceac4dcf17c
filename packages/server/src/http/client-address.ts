import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import type { Config } from '../config.ts';

/** The client's address as far as `TRUST_PROXY` trusts proxies: the `ip` of the framework. */
export type ClientAddress = (request: IncomingMessage) => string;

/**
 * For requests that bypass the framework. If a proxy passes on something that is no IP address, the proxy's own
 * address counts.
 */
export const clientAddress = (trustProxy: Config['TRUST_PROXY']): ClientAddress => {
  if (trustProxy === false) return socketAddress;
  const trust = isProxy(trustProxy);
  return (request) => {
    if (request.headers['x-forwarded-for'] === undefined) return socketAddress(request);
    const address = proxyAddr(request, trust);
    return isIP(address) === 0 ? socketAddress(request) : address;
  };
};

/** Whether an address is that of a trusted proxy. */
export const isProxy = (trustProxy: Config['TRUST_PROXY']): ((address: string) => boolean) => {
  if (typeof trustProxy === 'boolean') return () => trustProxy;
  const trust = proxyAddr.compile(trustProxy.split(',').map((one) => one.trim()));
  return (address) => trust(address, 0);
};

const socketAddress = ({ socket }: IncomingMessage): string => socket.remoteAddress ?? '';
