import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Closes a connection on which nothing moves for so long although its client is to take an answer. Where the server
 * itself is the one who keeps the other waiting it stays open.
 */
export const closeIdle = (server: Server, idleMs: number): void => {
  server.setTimeout(idleMs, (socket: Socket) => {
    if (socket.writableLength > 0) socket.destroy();
  });
};
