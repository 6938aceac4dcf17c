import cluster from 'node:cluster';
import { once } from 'node:events';
import { type AddressInfo, type ListenOptions, type Server, type Socket, createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Sockets that listen on the port. Node.js accepts one connection of each socket in an iteration of the event loop, so
 * that with a single one, a flood of connections keeps everyone else's waiting.
 */
const socketsMax = 8;

/** What stops accepting, and resolves when the connections are closed. */
type ClosePort = () => Promise<unknown>;

/**
 * Listens on an address. Rejects with the error of the system, `EADDRINUSE` included, which it does not give where
 * several sockets may share a port.
 */
export const openPort = async (
  app: FastifyInstance,
  address: { host: string; port: number },
): Promise<ClosePort> => {
  // The processes of a cluster share one socket, which each of them accepts from.
  if (process.platform !== 'linux' || cluster.isWorker || !(await canShare(address))) {
    await app.listen(address);
    return () => app.close();
  }
  // What the framework passes on, and its types do not know.
  const shared = { ...address, reusePort: true };
  await app.listen(shared);
  const { port } = app.server.address() as AddressInfo;
  const serve = (socket: Socket): void => void app.server.emit('connection', socket);
  const others = await Promise.all(
    Array.from({ length: socketsMax - 1 }, () =>
      listen(createServer({ allowHalfOpen: true, noDelay: true }, serve), { ...shared, port }),
    ),
  );
  return () => Promise.all([app.close(), ...others.map(close)]);
};

/** Whether the port is free and this system lets sockets share it. If not, listening itself says why. */
const canShare = async (address: { host: string; port: number }): Promise<boolean> => {
  try {
    await close(await listen(createServer(), address));
    await close(await listen(createServer(), { ...address, reusePort: true }));
    return true;
  } catch {
    return false;
  }
};

const listen = async (server: Server, options: ListenOptions): Promise<Server> => {
  await once(server.listen(options), 'listening');
  return server;
};

const close = async (server: Server): Promise<void> => void (await once(server.close(), 'close'));
