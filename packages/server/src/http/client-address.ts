import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import type { Config } from '../config.ts';

/** The address a request comes from, as far as `TRUST_PROXY` believes proxies: what `ip` of the framework says. */
export type ClientAddress = (request: IncomingMessage) => string;

/** For where the framework is not entered. What a proxy passes on and is no IP address counts as the proxy's own. */
export const clientAddress = (trustProxy: Config['TRUST_PROXY']): ClientAddress => {
  if (trustProxy === false) return socketAddress;
  const trust =
    trustProxy === true ? () => true : proxyAddr.compile(trustProxy.split(',').map((one) => one.trim()));
  return (request) => {
    if (request.headers['x-forwarded-for'] === undefined) return socketAddress(request);
    const address = proxyAddr(request, trust);
    return isIP(address) === 0 ? socketAddress(request) : address;
  };
};

const socketAddress = ({ socket }: IncomingMessage): string => socket.remoteAddress ?? '';
