import { type Socket, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Reply } from './client.ts';

/** A connection on which a test writes what no client would. */
export const dial = (url: string): Socket => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  // A server that hangs up on nonsense may do so while we still write.
  socket.on('error', () => undefined);
  return socket;
};

/** Sends these bytes alone and reads until the server hangs up. */
export const sendRaw = async (url: string, bytes: string | Buffer): Promise<Reply> => {
  const socket = dial(url);
  socket.write(bytes);
  return parse(await text(socket));
};

const parse = (answer: string): Reply => {
  const [head = '', body = ''] = answer.split('\r\n\r\n', 2);
  const [start = '', ...lines] = head.split('\r\n');
  return {
    status: Number(start.split(' ')[1]),
    headers: new Headers(lines.map((line) => line.split(': ', 2) as [string, string])),
    text: body,
    bytes: new TextEncoder().encode(body),
    json: body.startsWith('{') ? (JSON.parse(body) as unknown) : {},
  };
};
