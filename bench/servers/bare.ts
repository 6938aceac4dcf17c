/**
 * The floor: `node:http` and nothing else. `bare.ts <mode> <file>`, where the file holds what to answer with:
 * `send` it, `parse` the request as JSON first, answer 304 (`not-modified`), `stream` it from the disk, or
 * `store`: write each request's body beside the file and flush it before a short answer.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { type IncomingMessage, type RequestListener, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';

const [mode = '', file = ''] = process.argv.slice(2);
const type = { 'content-type': 'application/json; charset=utf-8' };

const parseJson = async (request: IncomingMessage): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    JSON.parse(Buffer.concat(chunks).toString());
    resolve();
  });
  return promise;
};

const sender = async (before?: (request: IncomingMessage) => Promise<void>): Promise<RequestListener> => {
  // A string: faster than the same bytes as a Buffer.
  const body = await readFile(file, 'utf8');
  const headers = { ...type, 'content-length': Buffer.byteLength(body) };
  const send = (response: ServerResponse) => response.writeHead(200, headers).end(body);
  if (before === undefined) return (_request, response) => void send(response);
  return (request, response) => void before(request).then(() => send(response));
};

const modes: Readonly<Record<string, () => Promise<RequestListener>>> = {
  send: () => sender(),
  parse: () => sender(parseJson),
  'not-modified': async () => (_request, response) => void response.writeHead(304, { etag: '"same"' }).end(),
  stream: async () => {
    const { size } = await stat(file);
    return (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/zip', 'content-length': size });
      void pipeline(createReadStream(file), response);
    };
  },
  store: async () => {
    let count = 0;
    return (request, response) => {
      const path = `${file}.${(count += 1)}`;
      void pipeline(request, createWriteStream(path, { flush: true })).then(() =>
        response.writeHead(200, { ...type, 'content-length': 2 }).end('{}'),
      );
    };
  },
};

const start = modes[mode];
if (start === undefined) throw new Error(`there is no mode ${mode}`);
const server = createServer(await start());
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.once('SIGTERM', () => process.exit(0));
