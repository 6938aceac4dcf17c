import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, beforeEach, test } from 'node:test';
import { assertRefused } from '../support/assert-refused.ts';
import { makePublisher, publishActive, publishPending } from '../support/build.ts';
import { countChanges } from '../support/count-changes.ts';
import { dial, sendRaw } from '../support/raw-http.ts';
import { startServer } from '../support/start-server.ts';
import { until } from '../support/until.ts';
import { suite } from '../support/variants.ts';

const host = 'Host: registry.example.org\r\n';
const bulk = `POST /bulk/nodes/versions HTTP/1.1\r\n${host}Content-Type: application/json\r\n`;
const long = 'x'.repeat(20_000);

/** Bytes that are no request, each by what is wrong with it. */
const malformed: Readonly<Record<string, string>> = {
  'no HTTP at all': 'hello\r\n\r\n',
  'a handshake of TLS': '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03\r\n\r\n',
  'a version of HTTP that there is not': `GET /health HTTP/9.9\r\n${host}\r\n`,
  'a method that there is not': `FROB /health HTTP/1.1\r\n${host}\r\n`,
  'a NUL in the path': `GET /nodes/a\0b HTTP/1.1\r\n${host}\r\n`,
  'a space in the path': `GET /nodes/a b HTTP/1.1\r\n${host}\r\n`,
  'a header without a name': `GET /health HTTP/1.1\r\n${host}: value\r\n\r\n`,
  'a NUL in a header': `GET /health HTTP/1.1\r\n${host}X-A: a\0b\r\n\r\n`,
  'a negative length': `${bulk}Content-Length: -5\r\n\r\n`,
  'two lengths': `${bulk}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
  'a length and chunks, as smugglers send': `${bulk}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  'a chunk of no size': `${bulk}Transfer-Encoding: chunked\r\n\r\nZZ\r\n{}\r\n`,
  'a header over the limit': `GET /health HTTP/1.1\r\n${host}X-Long: ${long}\r\n\r\n`,
  'an address over the limit': `GET /nodes/${long} HTTP/1.1\r\n${host}\r\n`,
  'no host': 'GET /health HTTP/1.1\r\nConnection: close\r\n\r\n',
};

suite('errors of the wire', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  await publishActive(server, ada, 'my-node', '1.0.0');
  const authorization = `Authorization: Bearer ${ada.owner.bearer ?? ''}\r\n`;
  const staging = join(server.server.context.config.DATA_DIR, 'packages', '.staging');

  let before = 0;
  beforeEach(async () => {
    before = await countChanges(server);
  });
  afterEach(async () => {
    assert.equal((await server.anonymous.get('/health')).status, 200, 'the server lives');
    assert.equal(await countChanges(server), before, 'a refusal changes nothing');
    assert.deepEqual(await readdir(staging), [], 'no staged file is left');
  });

  for (const [what, bytes] of Object.entries(malformed)) {
    test(`400: ${what}`, async () => {
      const reply = await sendRaw(server.url, Buffer.from(bytes, 'latin1'));
      assertRefused(reply, 'invalid_request', reply.text);
      assert.equal(reply.headers.get('connection'), 'close');
    });
  }

  test('400: an id longer than any', async () => {
    assertRefused(await server.anonymous.get(`/nodes/${'x'.repeat(5_000)}`), 'invalid_request');
    assertRefused(await server.anonymous.get(`/nodes/${'x'.repeat(500)}`), 'node_not_found');
  });

  test('200: an expectation that nobody knows is ignored, as is an upgrade', async () => {
    for (const header of ['Expect: the-unexpected', 'Upgrade: websocket']) {
      const reply = await sendRaw(
        server.url,
        `GET /health HTTP/1.1\r\n${host}${header}\r\nConnection: close\r\n\r\n`,
      );
      assert.deepEqual([reply.status, reply.json], [200, { status: 'ok' }], header);
    }
  });

  test('a JSON body that ends in the middle', async () => {
    const socket = dial(server.url);
    socket.write(`PUT /publishers/ada/nodes/my-node HTTP/1.1\r\n${host}${authorization}`);
    socket.write('Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"name":"half a');
    const [request] = (await once(server.server.app.server, 'request')) as [IncomingMessage];
    const closed = once(request.socket, 'close');
    socket.destroy();
    await closed;
    assert.equal((await server.anonymous.get('/nodes/my-node')).json.name, undefined);
  });

  test('a head that ends in the middle', async () => {
    const socket = dial(server.url);
    const [held] = await once(server.server.app.server, 'connection');
    socket.write('GET /nodes/my-node HTTP/1.1\r\nHost: regi');
    await once(held, 'data');
    const closed = once(held, 'close');
    socket.destroy();
    await closed;
  });
});

suite('an upload that ends in the middle', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const staging = join(server.server.context.config.DATA_DIR, 'packages', '.staging');
  const staged = async (): Promise<number> => (await readdir(staging)).length;

  test('leaves no file and the version as it was, and the same address takes the whole', async () => {
    const { signedUrl, bytes, versionId } = await publishPending(ada, 'my-node', '1.0.0');
    const before = await countChanges(server);
    for (const framing of ['Content-Length: 1000000', 'Transfer-Encoding: chunked']) {
      const socket = dial(server.url);
      const { pathname, search } = new URL(signedUrl);
      socket.write(
        `PUT ${pathname}${search} HTTP/1.1\r\n${host}Content-Type: application/zip\r\n${framing}\r\n\r\n`,
      );
      socket.write(`400\r\n${'PK'.repeat(512)}\r\n`);
      await until(async () => (await staged()) === 1);
      socket.destroy();
      await until(async () => (await staged()) === 0);
    }
    assert.equal(await countChanges(server), before);
    const { json } = await ada.owner.get('/nodes/my-node/versions/1.0.0');
    assert.deepEqual([json.id, json.status], [versionId, 'NodeVersionStatusPending']);
    assert.equal((await server.anonymous.upload(signedUrl, bytes)).status, 200);
  });
});
