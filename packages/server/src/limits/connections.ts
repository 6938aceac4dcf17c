import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '@patchbay/contract';
import { clientNetwork } from './client-network.ts';
import { noteConnection } from './heavy-turn.ts';

interface Bounds {
  /** For the network of one client. */
  perClient: number;
  /** How long a client may read nothing of a response. */
  idleMs: number;
  /** A proxy has one address for all its clients, and any number of connections. */
  isProxy: (address: string) => boolean;
  /** What is sent on a connection too many. */
  refusal: (perClient: number) => string;
}

/** How much of what was written to a connection the system has taken, and how many looks later it was still as much. */
interface Progress {
  bytes: number;
  stalledLooks: number;
}

/** How often the connections are looked at in the time that one may be idle. */
const looks = 4;

/** Bounds for the connections of a server besides those of Node.js itself. */
export class Connections {
  readonly #server: Server;
  readonly #bounds: Bounds;
  /** With the number of requests whose responses are not finished. */
  readonly #open = new Map<Socket, number>();
  readonly #ofClients = new Map<string, number>();
  readonly #progress = new WeakMap<Socket, Progress>();
  #refused = 0;

  constructor(server: Server, bounds: Bounds) {
    this.#server = server;
    this.#bounds = bounds;
    server.on('connection', (socket: Socket) => this.#add(socket));
    server.on('drop', () => (this.#refused += 1));
    const looking = setInterval(() => this.#closeStalled(), bounds.idleMs / looks).unref();
    server.once('close', () => clearInterval(looking));
  }

  get load(): { open: number; refused: number } {
    return { open: this.#open.size, refused: this.#refused };
  }

  /**
   * Counts a request until its response is finished. Closes the connection and returns false if it has too many: a
   * client that does not wait for responses would hold the thread for as long as its requests take together.
   */
  accept({ socket }: IncomingMessage, response: ServerResponse): boolean {
    const underWay = this.#open.get(socket);
    if (underWay === undefined) return false;
    if (underWay > limits.pipelinedRequestsMax) {
      parseNoMore(socket);
      socket.destroy();
      return false;
    }
    this.#open.set(socket, underWay + 1);
    response.once('close', () => {
      const count = this.#open.get(socket);
      if (count !== undefined) this.#open.set(socket, count - 1);
      // The runtime announces the end of such a connection, and leaves it to the client.
      if (isLastOfConnection(response)) socket.end();
    });
    return true;
  }

  /** Closes connections without a request. The runtime takes one that has sent nothing yet for busy. */
  closeIdle(): void {
    this.#server.closeIdleConnections();
    for (const socket of this.#open.keys()) if (socket.bytesRead === 0) socket.destroy();
  }

  #add(socket: Socket): void {
    noteConnection();
    const { perClient, isProxy, refusal } = this.#bounds;
    const { remoteAddress } = socket;
    // It is closed already.
    if (remoteAddress === undefined) return void socket.destroy();
    const client = clientNetwork(remoteAddress);
    const count = this.#ofClients.get(client) ?? 0;
    if (count >= perClient && !isProxy(remoteAddress)) {
      this.#refused += 1;
      socket.end(refusal(perClient), () => socket.destroy());
      return;
    }
    this.#open.set(socket, 0);
    this.#ofClients.set(client, count + 1);
    socket.once('close', () => {
      this.#open.delete(socket);
      const rest = (this.#ofClients.get(client) ?? 1) - 1;
      if (rest === 0) this.#ofClients.delete(client);
      else this.#ofClients.set(client, rest);
    });
  }

  /**
   * Closes a connection whose client reads nothing of a response for too long, whatever it sends meanwhile. A connection
   * that waits for the server itself stays open.
   */
  #closeStalled(): void {
    for (const socket of this.#open.keys()) {
      const bytes = takenBytes(socket);
      const last = this.#progress.get(socket);
      if (socket.writableLength === 0) this.#progress.delete(socket);
      else if (last?.bytes !== bytes) this.#progress.set(socket, { bytes, stalledLooks: 0 });
      else if ((last.stalledLooks += 1) >= looks) socket.destroy();
    }
  }
}

const isLastOfConnection = (
  response: ServerResponse & { maxRequestsOnConnectionReached?: boolean },
): boolean => response.maxRequestsOnConnectionReached === true;

/**
 * How much of what was written to it the system has taken. `socket.bytesWritten` counts what waits as well; the runtime
 * asks its handle, too, before it takes a connection for idle.
 */
const takenBytes = (socket: Socket): number => {
  const { _handle: handle } = socket as { _handle?: { bytesWritten: number; writeQueueSize: number } | null };
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0;
};

/**
 * Has the parser of a connection ignore what else has arrived. It may be two thousand requests, and the runtime makes
 * the objects of each even if the connection is closed. The parser stops at an answer of 2:
 * https://github.com/nodejs/llhttp#callbacks
 */
const parseNoMore = (socket: Socket): void => {
  const { parser } = socket as { parser?: { onIncoming: () => number } | null };
  if (parser) parser.onIncoming = () => 2;
};
