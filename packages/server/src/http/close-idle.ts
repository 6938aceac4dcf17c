import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Connections } from './connections.ts';

/** How often the connections are looked at in the time that one may be idle. */
const looks = 4;

interface Progress {
  /** Bytes that the system has taken. */
  bytes: number;
  since: number;
}

/**
 * Closes a connection whose client reads nothing of a response for this long, whatever it sends meanwhile. A connection
 * that waits for the server itself stays open.
 */
export const closeIdle = (server: Server, connections: Connections, idleMs: number): void => {
  const progress = new WeakMap<Socket, Progress>();
  const look = (): void => {
    const now = performance.now();
    for (const socket of connections.sockets()) {
      const bytes = takenBytes(socket);
      const last = progress.get(socket);
      if (socket.writableLength === 0) progress.delete(socket);
      else if (last?.bytes !== bytes) progress.set(socket, { bytes, since: now });
      else if (now - last.since >= idleMs) socket.destroy();
    }
  };
  const looking = setInterval(look, idleMs / looks).unref();
  server.once('close', () => clearInterval(looking));
};

/**
 * How much of what was written to it the system has taken. `socket.bytesWritten` counts what waits as well; the runtime
 * asks its handle, too, before it takes a connection for idle.
 */
const takenBytes = (socket: Socket): number => {
  const { _handle: handle } = socket as { _handle?: { bytesWritten: number; writeQueueSize: number } | null };
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0;
};
