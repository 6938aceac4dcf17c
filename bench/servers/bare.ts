/**
 * The floor: `node:http` and nothing else. `bare.ts <mode> <folder>`, where the files `headers` and `body` of the
 * folder hold what to answer with: `send` it, `parse` the request as JSON first, answer 304 (`not-modified`), `stream`
 * the body from the disk, or `store`: write each request's body into the folder and flush it before a short answer.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { type IncomingMessage, type RequestListener, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const [mode = '', folder = ''] = process.argv.slice(2);
const bodyFile = join(folder, 'body');
const headers = JSON.parse(await readFile(join(folder, 'headers'), 'utf8')) as Record<string, string>;

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
  const body = await readFile(bodyFile, 'utf8');
  const head = { ...headers, 'content-length': Buffer.byteLength(body) };
  const send = (response: ServerResponse) => response.writeHead(200, head).end(body);
  if (before === undefined) return (_request, response) => void send(response);
  return (request, response) => void before(request).then(() => send(response));
};

const modes: Readonly<Record<string, () => Promise<RequestListener>>> = {
  send: () => sender(),
  parse: () => sender(parseJson),
  'not-modified': async () => (_request, response) => void response.writeHead(304, headers).end(),
  stream: async () => {
    const { size } = await stat(bodyFile);
    return (_request, response) => {
      response.writeHead(200, { ...headers, 'content-length': size });
      void pipeline(createReadStream(bodyFile), response);
    };
  },
  store: async () => {
    let count = 0;
    return (request, response) => {
      const path = join(folder, String((count += 1)));
      void pipeline(request, createWriteStream(path, { flush: true })).then(() =>
        response.writeHead(200, { ...headers, 'content-length': 2 }).end('{}'),
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
