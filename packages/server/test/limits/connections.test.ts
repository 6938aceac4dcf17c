import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { type TestContext, after, test } from 'node:test';
import { limits } from '@patchbay/contract';
import { RequestsUnderWay } from '../../src/limits/client-semaphores.ts';
import { assertRefused } from '../support/assert-refused.ts';
import { dial, sendRaw } from '../support/raw-http.ts';
import { type TestServer, startServer } from '../support/start-server.ts';
import { until } from '../support/until.ts';
import { suite } from '../support/variants.ts';

const { requestsUnderWayMax: underWayMax, pipelinedRequestsMax: pipelinedMax } = limits;

const get = (path: string, more = ''): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;
const ask = (server: TestServer, path: string, more = '') =>
  sendRaw(server.url, get(path, `${more}Connection: close\r\n`));
const bulk = 'POST /bulk/nodes/versions HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
const unfinished = `${bulk}Content-Length: 100\r\n\r\n{`;

const countOpen = ({ server }: TestServer): number => server.app.traffic.connections.load.open;

/** Connects, and resolves once the server knows. */
const connect = async ({ server, url }: TestServer, bytes = ''): Promise<Socket> => {
  const known = once(server.app.server, 'connection');
  const socket = dial(url);
  socket.write(bytes);
  await known;
  return socket;
};

/** Has every GET /ready wait until it is released. */
const holdReady = (t: TestContext, { server }: TestServer) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  t.mock.method(server.context.blobs, 'check', () => promise);
  // They share one look at the package store, so the requests themselves are counted.
  const entered = t.mock.method(RequestsUnderWay.prototype, 'enter');
  t.after(() => resolve());
  return { release: resolve, held: (count: number) => until(() => entered.mock.callCount() >= count) };
};

suite('connections of one client', async () => {
  const server = await startServer(
    { after },
    { TRUST_PROXY: 'no', CONNECTIONS_PER_ADDRESS: '4', REQUEST_TIMEOUT: '1' },
  );

  test('429: one too many, until another is closed', async () => {
    const sockets: Socket[] = [];
    while (sockets.length < 4) sockets.push(await connect(server));
    const refused = await sendRaw(server.url, '');
    assertRefused(refused, 'rate_limited');
    assert.ok(refused.headers.has('retry-after'));
    sockets[0]?.destroy();
    await until(() => countOpen(server) === 3);
    assert.equal((await ask(server, '/health')).status, 200);
    for (const socket of sockets) socket.destroy();
    await until(() => countOpen(server) === 0);
  });

  test('408: bodies that are unfinished, and heads, end in time', async () => {
    const held = [unfinished, unfinished, 'GET /health HTTP/1.1\r\nHo'].map((bytes) =>
      sendRaw(server.url, bytes),
    );
    for (const reply of await Promise.all(held)) assertRefused(reply, 'request_timeout');
    await until(() => countOpen(server) === 0);
  });

  test('those that end before they are read are closed', async () => {
    for (let index = 0; index < 30; index += 1) dial(server.url).end();
    await until(() => countOpen(server) === 0);
    assert.equal((await ask(server, '/health')).status, 200);
  });
});

suite('connections of a process', async () => {
  const server = await startServer({ after }, { TRUST_PROXY: 'yes', CONNECTIONS_MAX: '10' });

  test('one too many is closed and counted, and a proxy may have all of them', async () => {
    const sockets: Socket[] = [];
    while (sockets.length < 10) sockets.push(await connect(server));
    const { refused } = server.server.app.traffic.connections.load;
    await once(dial(server.url).resume(), 'close');
    assert.equal(server.server.app.traffic.connections.load.refused, refused + 1);
    for (const socket of sockets) socket.destroy();
    await until(() => countOpen(server) === 0);
    assert.equal((await ask(server, '/health')).status, 200);
  });
});

suite('requests of one client', async () => {
  const server = await startServer({ after }, { TRUST_PROXY: '127.0.0.1' });
  const from = (address: string): string => `X-Forwarded-For: ${address}\r\n`;

  test('are worked on some at once; the others wait, and another network does not', async (t) => {
    const { held, release } = holdReady(t, server);
    const replies = Array.from({ length: underWayMax + 3 }, (_, index) =>
      ask(server, '/ready', from(`2001:db8::${index}`)),
    );
    await held(underWayMax + 3);
    let isAnswered = false;
    const waiting = ask(server, '/health', from('2001:db8::9')).finally(() => (isAnswered = true));
    assert.equal((await ask(server, '/health', from('2001:db8:0:1::9'))).status, 200);
    assert.equal(isAnswered, false);
    release();
    for (const { status } of await Promise.all([...replies, waiting])) assert.equal(status, 200);
  });

  test('wait neither for bodies that have not arrived, nor for packages', async () => {
    const sockets = await Promise.all(
      Array.from({ length: underWayMax }, () =>
        connect(server, unfinished.replace('\r\n\r\n', `\r\n${from('10.4.0.1')}\r\n`)),
      ),
    );
    assert.equal((await ask(server, '/health', from('10.4.0.1'))).status, 200);
    for (const socket of sockets) socket.destroy();
  });
});

suite('requests that do not wait for a response', async () => {
  const server = await startServer({ after });

  test('are answered in their order', async () => {
    const socket = await connect(server, get('/ready') + get('/nodes/none') + get('/health'));
    let received = '';
    socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
    await until(() => /"ready".*node_not_found.*"ok"/s.test(received));
    socket.destroy();
  });

  for (const path of ['/nodes/none', '/limits']) {
    test(`are answered as long as they are ${pipelinedMax}: ${path}`, async () => {
      assert.ok((await ask(server, path)).status >= 200);
      const few = get(path).repeat(pipelinedMax - 2) + get('/health', 'Connection: close\r\n');
      const replies = await text(await connect(server, few));
      assert.equal(replies.match(/HTTP\/1\.1 \d/g)?.length, pipelinedMax - 1);
      const many = get(path).repeat(pipelinedMax + 8) + get('/health', 'Connection: close\r\n');
      const closed = await text(await connect(server, many));
      assert.ok((closed.match(/HTTP\/1\.1 \d/g)?.length ?? 0) <= pipelinedMax + 1);
    });
  }

  test('are ignored behind those that close the connection', async (t) => {
    const { server: http } = server.server.app;
    let begun = 0;
    const count = () => (begun += 1);
    http.on('request', count);
    t.after(() => http.off('request', count));
    await text(await connect(server, get('/nodes/none').repeat(1_000)));
    assert.ok(begun <= pipelinedMax + 2, `${begun} of 1,000 requests were begun`);
    assert.equal((await ask(server, '/health')).status, 200);
  });

  test('a connection is closed after a number of requests', async (t) => {
    const { server: http } = server.server.app;
    assert.equal(http.maxRequestsPerSocket, limits.requestsOfConnectionMax);
    http.maxRequestsPerSocket = 3;
    t.after(() => (http.maxRequestsPerSocket = limits.requestsOfConnectionMax));
    const replies = await text(await connect(server, get('/health').repeat(3)));
    assert.equal(replies.match(/HTTP\/1\.1 200/g)?.length, 3);
    assert.match(replies, /connection: close/i);
  });
});
