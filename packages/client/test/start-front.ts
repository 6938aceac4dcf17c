import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable, pipeline } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { createGzip } from 'node:zlib';

/** What the front does instead of passing a request on. */
export type Fault = (request: IncomingMessage, response: ServerResponse) => void;

/** Responds with an error. */
export const refuse =
  (status: number, headers: Record<string, string> = {}, body = ''): Fault =>
  (_request, response) => {
    response.writeHead(status, headers).end(body);
  };

/** Breaks the connection without a response. */
export const breakOff: Fault = ({ socket }) => void socket.destroy();

/** Never responds. */
export const staySilent: Fault = () => undefined;

/** Responds with a body that has no end. Calls `onEnd` when the connection is closed. */
export const neverEnd =
  (onEnd: () => void, status = 200, isCompressed = false, type = 'application/json'): Fault =>
  (_request, response) => {
    const headers = {
      'content-type': type,
      ...(isCompressed && { 'content-encoding': 'gzip' }),
    };
    const endless = function* (): Generator<Buffer> {
      for (;;) yield spaces;
    };
    response.writeHead(status, headers).on('close', onEnd);
    const body = Readable.from(endless());
    // The connection breaks, which is what the test is about.
    const ignore = (): void => undefined;
    if (isCompressed) pipeline(body, createGzip(), response, ignore);
    else pipeline(body, response, ignore);
  };

const spaces = Buffer.alloc(64 * 1024, ' ');

/** Has the registry act, and breaks the connection instead of responding. */
export const passAndBreakOff =
  (registry: string): Fault =>
  (request) =>
    void send(registry, request).then(() => request.socket.destroy());

/** A proxy in front of a registry that commits one fault per request until there are no more. */
export const startFront = async (
  t: TestContext,
  registry: string,
  faults: Fault[],
): Promise<{ url: string; requests: IncomingMessage[] }> => {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    const fault = faults.shift();
    if (fault === undefined) void pass(registry, request, response);
    else fault(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
};

const passedHeaders = [
  'authorization',
  'content-type',
  'idempotency-key',
  'if-none-match',
  'user-agent',
] as const;

const send = async (registry: string, request: IncomingMessage): Promise<Response> => {
  const body = await buffer(request);
  const headers = passedHeaders.flatMap((name): [string, string][] => {
    const value = request.headers[name];
    return value === undefined ? [] : [[name, String(value)]];
  });
  return fetch(registry + request.url, {
    method: request.method ?? 'GET',
    headers,
    ...(body.length > 0 ? { body } : {}),
  });
};

const pass = async (registry: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const reply = await send(registry, request);
  const text = await reply.text();
  const etag = reply.headers.get('etag');
  response
    .writeHead(reply.status, {
      'content-type': reply.headers.get('content-type') ?? '',
      ...(etag === null ? {} : { etag }),
    })
    .end(text);
};
