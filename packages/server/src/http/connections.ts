import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from '../errors.ts';
import { FairLane } from '../fair-lane.ts';
import { clientNetwork } from '../limits/client-network.ts';
import { nextSlice, takeShortTurn } from '../turns.ts';
import { boundsOfNetworks } from './bounds-of-networks.ts';
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
  /** The network at its other end. */
  client: string;
  /** Whether that is a proxy. */
  isOfProxy: boolean;
  /** Whether a response is being made. */
  isBusy: boolean;
  /** Requests that are not served yet. */
  waiting: number;
}

/**
 * The connections of a server, which no client can use up: one too many replaces the oldest one that waits for a
 * request, and of many new ones, one is read at a time. Requests that a client sends on one connection without waiting
 * for the responses are served one by one.
 */
export class Connections {
  readonly #bounds: Bounds;
  readonly #all = new Map<Socket, Connection>();
  readonly #ofNetworks = new Map<string, Set<Connection>>();
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

  /** The connections that are open. */
  sockets(): Iterable<Socket> {
    return this.#all.keys();
  }

  /**
   * Calls `serve` as soon as the requests before it on the connection are answered: at once, unless the client has held
   * the thread for a slice of this iteration, and in a turn of its own if the client did not wait for the responses.
   */
  inTurn({ socket }: IncomingMessage, response: ServerResponse, serve: () => void): void {
    const connection = this.#all.get(socket);
    if (connection === undefined) return;
    if (connection.waiting >= this.#bounds.waitingMax) return destroyBusy(socket);
    connection.waiting += 1;
    const { client, isOfProxy } = connection;
    const begin = (): void => {
      connection.waiting -= 1;
      if (!socket.destroyed) serve();
    };
    // The runtime gives the socket to one response after the other.
    if (response.socket === null) response.once('socket', () => void nextSlice(client).then(begin));
    else if (isOfProxy) begin();
    else takeShortTurn(client, begin);
  }

  /** Keeps the connection of a request open until its response is sent. */
  keep({ socket }: IncomingMessage, response: ServerResponse): void {
    const connection = this.#all.get(socket);
    if (connection === undefined) return;
    connection.isBusy = true;
    whenGone(response, () => (connection.isBusy = false));
  }

  #open(socket: Socket, read: () => void): void {
    const { max, perClient, isProxy } = this.#bounds;
    const address = socket.remoteAddress ?? '';
    const client = clientNetwork(address);
    const isOfProxy = isProxy(address);
    const connection: Connection = { socket, client, isOfProxy, isBusy: false, waiting: 0 };
    if (this.#all.size >= max && !closeWaiting(this.#all.values())) return this.#refuse(socket, full());
    const bounds = isOfProxy ? [] : boundsOfNetworks(client, perClient);
    for (const [network, max] of bounds) {
      const others = this.#ofNetworks.get(network);
      if (others !== undefined && others.size >= max && !closeWaiting(others)) {
        return this.#refuse(socket, tooMany(max));
      }
    }
    for (const [network] of bounds) this.#count(network, connection);
    this.#all.set(socket, connection);
    socket.once('close', () => this.#all.delete(socket));
    if (isOfProxy) return read();
    socket.on('error', () => undefined);
    void this.#unread.run(client, async () => {
      if (socket.readable) read();
      else socket.destroy();
      // Not in the turns of the client, whose requests would keep its new connections waiting.
      await nextSlice(`new connections of ${client}`);
    });
  }

  #count(network: string, connection: Connection): void {
    const others = this.#ofNetworks.get(network) ?? new Set();
    this.#ofNetworks.set(network, others.add(connection));
    connection.socket.once('close', () => {
      others.delete(connection);
      if (others.size === 0) this.#ofNetworks.delete(network);
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
  for (const { socket, isBusy, waiting } of connections) {
    if (isBusy || waiting > 0 || socket.writableLength > 0 || socket.destroyed) continue;
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
