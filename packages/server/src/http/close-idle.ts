import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Closes a connection that is idle for this long although its client should be reading a response. A connection that
 * waits for the server itself stays open.
 */
export const closeIdle = (server: Server, idleMs: number): void => {
  server.setTimeout(idleMs, (socket: Socket) => {
    if (socket.writableLength > 0) socket.destroy();
  });
};
