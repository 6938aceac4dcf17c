import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import type { Config } from '../config.ts';

/** The client's address as far as `TRUST_PROXY` trusts proxies: the `ip` of the framework. */
export type ClientAddress = (request: IncomingMessage) => string;

/** Whether an address is that of a trusted proxy, by how many others lie between it and this server. */
type Trust = (address: string, hop: number) => boolean;

/**
 * Which addresses `TRUST_PROXY` trusts. `yes` trusts one proxy: each adds the address of its sender to the end of the
 * list, and what stands before that is whatever the client sent.
 */
export const trustOf = (trustProxy: Config['TRUST_PROXY']): Trust | false => {
  if (typeof trustProxy === 'boolean') return trustProxy && ((_address, hop) => hop === 0);
  return proxyAddr.compile(trustProxy.split(',').map((one) => one.trim()));
};

/**
 * For requests that bypass the framework. If a proxy passes on something that is no IP address, the proxy's own
 * address counts.
 */
export const clientAddress = (trustProxy: Config['TRUST_PROXY']): ClientAddress => {
  const trust = trustOf(trustProxy);
  if (trust === false) return socketAddress;
  return (request) => {
    if (request.headers['x-forwarded-for'] === undefined) return socketAddress(request);
    const address = proxyAddr(request, trust);
    return isIP(address) === 0 ? socketAddress(request) : address;
  };
};

/** Whether the sender of a request is a trusted proxy. */
export const isProxy = (trustProxy: Config['TRUST_PROXY']): ((address: string) => boolean) => {
  const trust = trustOf(trustProxy);
  return (address) => trust !== false && trust(address, 0);
};

const socketAddress = ({ socket }: IncomingMessage): string => socket.remoteAddress ?? '';
