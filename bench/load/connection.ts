import { type Socket, connect } from 'node:net';

export interface Reply {
  status: number;
  /** Undefined unless bodies are kept. */
  body: string | undefined;
}

const headEnd = Buffer.from('\r\n\r\n');

/**
 * One kept-alive HTTP/1.1 connection with one request under way at a time. It reads of an answer only what frames
 * it, so that the generator costs less than any server it measures. Answers must carry Content-Length.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #onReply: (reply: Reply) => void;
  readonly #keepsBodies: boolean;
  /** Bytes of an answer whose head is not complete. */
  #pending: Buffer | undefined;
  #status = 0;
  #bodyBytesLeft = 0;
  #kept: Buffer[] = [];

  private constructor(socket: Socket, keepsBodies: boolean, onReply: (reply: Reply) => void) {
    this.#socket = socket;
    this.#keepsBodies = keepsBodies;
    this.#onReply = onReply;
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
  }

  /** Connects to loopback. A connection that breaks later ends the process: the measurement is void. */
  static async open(
    port: number,
    keepsBodies: boolean,
    onReply: (this: void, reply: Reply, connection: Connection) => void,
  ): Promise<Connection> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    const connection: Connection = new Connection(socket, keepsBodies, (reply) => onReply(reply, connection));
    return connection;
  }

  send(request: Buffer): void {
    this.#socket.write(request);
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    if (this.#bodyBytesLeft > 0) {
      this.#readBody(chunk);
      return;
    }
    const bytes = this.#pending === undefined ? chunk : Buffer.concat([this.#pending, chunk]);
    const end = bytes.indexOf(headEnd);
    if (end === -1) {
      this.#pending = bytes;
      return;
    }
    this.#pending = undefined;
    const head = bytes.toString('latin1', 0, end);
    this.#status = Number(head.slice(9, 12));
    this.#bodyBytesLeft = bodyBytes(this.#status, head);
    this.#readBody(bytes.subarray(end + headEnd.length));
  }

  #readBody(chunk: Buffer): void {
    this.#bodyBytesLeft -= chunk.length;
    if (this.#keepsBodies) this.#kept.push(chunk);
    if (this.#bodyBytesLeft > 0) return;
    const body = this.#keepsBodies ? Buffer.concat(this.#kept).toString() : undefined;
    this.#kept = [];
    this.#onReply({ status: this.#status, body });
  }
}

const bodyBytes = (status: number, head: string): number => {
  if (status === 304 || status === 204) return 0;
  const [, length] = /\ncontent-length: *(\d+)/i.exec(head) ?? [];
  if (length === undefined) throw new Error(`an answer without Content-Length cannot be framed:\n${head}`);
  return Number(length);
};
