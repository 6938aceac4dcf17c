import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { type TestContext, after, test } from 'node:test';
import { RequestsInProgress } from '../../src/http/requests-in-progress.ts';
import { sliceMs, takeTurn } from '../../src/turns.ts';
import { assertRefused } from '../support/assert-refused.ts';
import { mockTime } from '../support/mock-time.ts';
import { dial, sendRaw } from '../support/raw-http.ts';
import { type TestServer, startServer } from '../support/start-server.ts';
import { until } from '../support/until.ts';
import { suite } from '../support/variants.ts';

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

/** Has every GET /ready wait until it is let go. */
const holdReady = (t: TestContext, { server }: TestServer) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  t.mock.method(server.context.blobs, 'check', () => promise);
  // They share one look at the package store, so the requests themselves are counted.
  const entered = t.mock.method(RequestsInProgress.prototype, 'enter');
  t.after(() => resolve());
  return { release: resolve, held: (count: number) => until(() => entered.mock.callCount() >= count) };
};

suite('connections of one client', async () => {
  const server = await startServer(
    { after },
    { TRUST_PROXY: 'no', CONNECTIONS_PER_ADDRESS: '4', REQUEST_TIMEOUT: '1' },
  );

  test('a thousand that send nothing, or half a head, keep nobody from an answer', async () => {
    const sockets: Socket[] = [];
    for (let index = 0; index < 1_000; index += 1) {
      sockets.push(await connect(server, index % 2 === 0 ? '' : 'GET /health HTTP/1.1\r\nHo'));
      if (index % 100 === 0) assert.equal((await ask(server, '/health')).status, 200);
      assert.ok(countOpen(server) <= 5);
    }
    assert.equal((await ask(server, '/health')).status, 200);
    for (const socket of sockets) socket.destroy();
  });

  test('429: half of its requests may have an unfinished body, and those end in time', async () => {
    const held = [sendRaw(server.url, unfinished), sendRaw(server.url, unfinished)];
    await until(() => countOpen(server) === 2);
    const third = await sendRaw(server.url, unfinished);
    assertRefused(third, 'rate_limited');
    assert.ok(third.headers.has('retry-after'));
    assert.equal((await ask(server, '/health')).status, 200);
    for (const reply of await Promise.all(held)) assertRefused(reply, 'request_timeout');
    assertRefused(await sendRaw(server.url, unfinished), 'request_timeout', 'and leave room');
  });

  test('429: all its connections have a request in progress', async (t) => {
    const { held, release } = holdReady(t, server);
    const replies = Array.from({ length: 4 }, () => ask(server, '/ready'));
    await held(4);
    const refused = await sendRaw(server.url, '');
    assertRefused(refused, 'rate_limited');
    assert.ok(refused.headers.has('retry-after'));
    release();
    for (const { status } of await Promise.all(replies)) assert.equal(status, 200);
    assert.equal((await ask(server, '/health')).status, 200);
  });
});

suite('connections of a proxy', async () => {
  const server = await startServer({ after }, { TRUST_PROXY: '127.0.0.1', CONNECTIONS_PER_ADDRESS: '4' });
  const from = (address: string): string => `X-Forwarded-For: ${address}\r\n`;

  test('429: requests are counted by client, in IPv6 by its network, and connections are not', async (t) => {
    const { held, release } = holdReady(t, server);
    const replies = Array.from({ length: 4 }, (_, index) =>
      ask(server, '/ready', from(`2001:db8::${index}`)),
    );
    await held(4);
    assertRefused(await ask(server, '/ready', from('2001:db8::9')), 'rate_limited');
    assert.equal((await ask(server, '/health', from('2001:db8:0:1::9'))).status, 200);
    release();
    for (const { status } of await Promise.all(replies)) assert.equal(status, 200);
    assert.equal((await ask(server, '/ready', from('2001:db8::9'))).status, 200);
  });

  test('429: all networks of one IPv6 site together have four times as many', async (t) => {
    const { held, release } = holdReady(t, server);
    const replies = Array.from({ length: 16 }, (_, index) =>
      ask(server, '/ready', from(`2001:db8:0:${index}::1`)),
    );
    await held(16);
    assertRefused(await ask(server, '/ready', from('2001:db8:0:ff::1')), 'rate_limited');
    assert.equal((await ask(server, '/health', from('2001:db8:1::1'))).status, 200);
    release();
    for (const { status } of await Promise.all(replies)) assert.equal(status, 200);
    assert.equal((await ask(server, '/health', from('2001:db8:0:ff::1'))).status, 200);
  });

  test('what is refused before it is routed waits for its turn', async (t) => {
    const time = mockTime(t);
    const { server: http } = server.server.app;
    const client = '10.4.0.1';
    const answered: boolean[] = [];
    const hold = (): void => takeTurn(client, () => void time.pass(sliceMs));
    const look = (_: unknown, response: ServerResponse): void => void answered.push(response.writableEnded);
    http.prependListener('request', hold).on('request', look);
    t.after(() => http.off('request', hold).off('request', look));
    assertRefused(await ask(server, '/no/such/path', from(client)), 'not_found');
    assert.deepEqual(answered, [false]);
  });
});

suite('connections of an IPv6 site', async () => {
  const server = await startServer({ after }, { TRUST_PROXY: 'no', CONNECTIONS_PER_ADDRESS: '2' });

  test('429: all its networks together have four times as many', async (t) => {
    const { server: http } = server.server.app;
    let networks = 0;
    const move = (socket: Socket): void => {
      networks += 1;
      Object.defineProperty(socket, 'remoteAddress', { value: `2001:db8:0:${networks}::1` });
    };
    http.prependListener('connection', move);
    t.after(() => http.off('connection', move));
    const { held, release } = holdReady(t, server);
    const replies = Array.from({ length: 8 }, () => ask(server, '/ready'));
    await held(8);
    assertRefused(await sendRaw(server.url, ''), 'rate_limited');
    release();
    for (const { status } of await Promise.all(replies)) assert.equal(status, 200);
    assert.equal((await ask(server, '/health')).status, 200);
  });
});

suite('connections of a process', async () => {
  const server = await startServer({ after }, { TRUST_PROXY: 'yes', CONNECTIONS_MAX: '10' });

  test('503: all have a request in progress; one that has none gives way', async (t) => {
    const idle = await connect(server);
    const { held, release } = holdReady(t, server);
    const replies = Array.from({ length: 10 }, () => ask(server, '/ready'));
    await held(10);
    await once(idle.resume(), 'close');
    const refused = await sendRaw(server.url, '');
    assertRefused(refused, 'unavailable');
    assert.ok(refused.headers.has('retry-after'));
    release();
    for (const { status } of await Promise.all(replies)) assert.equal(status, 200);
    assert.equal((await ask(server, '/health')).status, 200);
  });
});

suite('requests that do not wait for an answer', async () => {
  const server = await startServer({ after }, { CACHE_BYTES: '0' });

  test('are served one by one, in their order', async (t) => {
    const { held, release } = holdReady(t, server);
    const socket = await connect(server, get('/ready') + get('/nodes/none') + get('/health'));
    let received = '';
    socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
    await held(1);
    const requests = t.mock.method(server.server.context.metrics, 'requestsOf');
    assert.equal((await ask(server, '/health')).status, 200);
    assert.equal(requests.mock.callCount(), 1, 'those behind have not begun');
    release();
    await until(() => Promise.resolve(/"ready".*node_not_found.*"ok"/s.test(received)));
    socket.destroy();
  });

  test('are answered as long as they are 32', async () => {
    const socket = await connect(server, get('/nodes/none').repeat(30));
    socket.write(get('/health', 'Connection: close\r\n'));
    const replies = await text(socket);
    assert.equal(replies.match(/"node_not_found"/g)?.length, 30);
    assert.match(replies, /"status":"ok"}$/);
    const closed = await connect(server, get('/nodes/none').repeat(40));
    await once(closed.resume(), 'close');
  });
});

suite('requests for cached responses that do not wait for an answer', async () => {
  const server = await startServer({ after });
  const path = '/limits';
  assert.equal((await ask(server, path)).status, 200);

  test('are sent one in a turn, so that others come between', async () => {
    let turn = 0;
    let isOver = false;
    const turns: number[] = [];
    const count = (): void => {
      turn += 1;
      if (!isOver) setImmediate(count);
    };
    const note = (): void => void turns.push(turn);
    subscribe('http.server.response.finish', note);
    count();
    const socket = await connect(server, get(path).repeat(20));
    socket.resume();
    await until(() => turns.length === 20);
    isOver = true;
    unsubscribe('http.server.response.finish', note);
    socket.destroy();
    assert.ok(new Set(turns).size >= 10, turns.join());
  });

  test('are answered as long as they are 32', async () => {
    const socket = await connect(server, get(path).repeat(30) + get(path, 'Connection: close\r\n'));
    assert.equal((await text(socket)).match(/HTTP\/1\.1 200/g)?.length, 31);
    const closed = await connect(server, get(path).repeat(39) + get(path, 'Connection: close\r\n'));
    const replies = await text(closed);
    assert.ok((replies.match(/HTTP\/1\.1 200/g)?.length ?? 0) < 40);
  });
});

suite('many new connections of one client', async () => {
  const server = await startServer({ after });

  test('each is answered, also one whose sender has sent all it has', async () => {
    const replies = Array.from({ length: 30 }, () => ask(server, '/health'));
    for (const { status } of await Promise.all(replies)) assert.equal(status, 200);
  });

  test('those that end before they are read are closed', async () => {
    for (let index = 0; index < 30; index += 1) dial(server.url).end();
    await until(() => server.server.app.traffic.connections.load.open === 0);
    assert.equal((await ask(server, '/health')).status, 200);
  });
});
