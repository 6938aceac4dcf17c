import { type IncomingHttpHeaders, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Ending } from './ending.ts';

/** A request that a receiver got. */
export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** What a receiver does with the request of this number, from 0; it answers with 204 by default. */
export type Reaction = (response: ServerResponse, received: Received, number: number) => void | Promise<void>;

/** A receiver of webhooks on loopback, which keeps what it gets in the order in which it came. */
export const openReceiver = async (
  test: Ending,
  first: Reaction = (response) => void response.writeHead(204).end(),
) => {
  const received: Received[] = [];
  const receiver = { received, react: first, url: '' };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one = { headers: request.headers, body: Buffer.concat(chunks).toString() };
      received.push(one);
      void receiver.react(response, one, received.length - 1);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  test.after(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return receiver;
};
