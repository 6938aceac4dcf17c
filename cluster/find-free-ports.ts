import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** Distinct ports of loopback that were free a moment ago. */
export const findFreePorts = async (count: number): Promise<number[]> => {
  const listeners = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(listeners.map((listener) => once(listener, 'listening')));
  const ports = listeners.map((listener) => (listener.address() as AddressInfo).port);
  await Promise.all(listeners.map((listener) => listener[Symbol.asyncDispose]()));
  return ports;
};
