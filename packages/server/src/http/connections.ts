import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from '../errors.ts';
import { FairLane } from '../fair-lane.ts';
import { clientNetwork } from '../policy/client-network.ts';
import { nextSlice } from '../turns.ts';
import { writeRefusal } from './malformed-request.ts';
import { whenGone } from './when-gone.ts';

const retrySeconds = '5';

interface Bounds {
  max: number;
  perClient: number;
  /** Requests that wait on one connection for the response to an earlier one. With more, it is closed. */
  waitingMax: number;
  /** A proxy has one address for all its clients. */
  isProxy: (address: string) => boolean;
}

interface Connection {
  socket: Socket;
  /** Whether a response is being made. */
  isBusy: boolean;
  /** The requests behind it. */
  waiting: (() => void)[];
}

/**
 * The connections of a server, which no client can use up: one too many replaces the oldest one that waits for a
 * request, and of many new ones, one is read at a time. Requests that a client sends on one connection without waiting
 * for the responses are served one by one.
 */
export class Connections {
  readonly #bounds: Bounds;
  readonly #all = new Map<Socket, Connection>();
  readonly #ofClients = new Map<string, Set<Connection>>();
  /** What has arrived on a connection is parsed at once: one of each client in an iteration of the event loop. */
  readonly #unread = new FairLane({ slots: Infinity, slotsPerKey: 1 });
  #refused = 0;

  /** Of a server that has all its listeners. */
  constructor(server: Server, bounds: Bounds) {
    this.#bounds = bounds;
    const readers = server.listeners('connection');
    server.removeAllListeners('connection').on('connection', (socket: Socket) =>
      this.#open(socket, () => {
        for (const read of readers) read.call(server, socket);
      }),
    );
  }

  get load(): { open: number; refused: number } {
    return { open: this.#all.size, refused: this.#refused };
  }

  /** Calls `serve` as soon as the requests before it on the connection are answered. */
  inTurn({ socket }: IncomingMessage, response: ServerResponse, serve: () => void): void {
    const connection = this.#all.get(socket);
    if (connection === undefined) return;
    const begin = (): void => {
      connection.isBusy = true;
      whenGone(response, () => {
        connection.isBusy = false;
        connection.waiting.shift()?.();
      });
      serve();
    };
    if (!connection.isBusy) begin();
    else if (connection.waiting.length < this.#bounds.waitingMax) connection.waiting.push(begin);
    else destroyBusy(socket);
  }

  #open(socket: Socket, read: () => void): void {
    const { max, perClient, isProxy } = this.#bounds;
    const address = socket.remoteAddress ?? '';
    const connection: Connection = { socket, isBusy: false, waiting: [] };
    if (this.#all.size >= max && !closeWaiting(this.#all.values())) return this.#refuse(socket, full());
    const client = isProxy(address) ? undefined : clientNetwork(address);
    if (client !== undefined) {
      const others = this.#ofClients.get(client) ?? new Set();
      if (others.size >= perClient && !closeWaiting(others)) {
        return this.#refuse(socket, tooMany(perClient));
      }
      this.#ofClients.set(client, others.add(connection));
      socket.once('close', () => {
        others.delete(connection);
        if (others.size === 0) this.#ofClients.delete(client);
      });
    }
    this.#all.set(socket, connection);
    socket.once('close', () => {
      this.#all.delete(socket);
      connection.waiting.length = 0;
    });
    if (client === undefined) return read();
    socket.on('error', () => undefined);
    void this.#unread.run(client, async () => {
      if (socket.readable) read();
      else socket.destroy();
      // Not in the turns of the client, whose requests would keep its new connections waiting.
      await nextSlice(`new connections of ${client}`);
    });
  }

  #refuse(socket: Socket, refusal: ApiError): void {
    this.#refused += 1;
    socket.on('error', () => undefined).resume();
    socket.write(writeRefusal(refusal));
    socket.destroySoon();
  }
}

/**
 * Closes a connection with many requests. Node.js makes an error for each of them, which without its stack takes a
 * third of the time.
 */
const destroyBusy = (socket: Socket): void => {
  const { stackTraceLimit } = Error;
  socket.prependOnceListener('close', () => (Error.stackTraceLimit = 0));
  socket.once('close', () => (Error.stackTraceLimit = stackTraceLimit));
  socket.destroy();
};

/** Closes the first that waits for its client. Returns false if there is none. */
const closeWaiting = (connections: Iterable<Connection>): boolean => {
  for (const { socket, isBusy } of connections) {
    if (isBusy || socket.writableLength > 0 || socket.destroyed) continue;
    socket.destroy();
    return true;
  }
  return false;
};

const headers = { 'retry-after': retrySeconds };

const full = (): ApiError =>
  new ApiError('unavailable', 'The server has too many connections. Try again in a moment.', { headers });

const tooMany = (max: number): ApiError =>
  new ApiError(
    'rate_limited',
    `There are ${max} requests in progress from your address. Wait until some are answered, and try again.`,
    { headers },
  );
