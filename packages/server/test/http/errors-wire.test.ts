import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { readdir } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { after, afterEach, beforeEach, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { limits } from '@patchbay/contract';
import { assertRefused } from '../support/assert-refused.ts';
import { makePublisher, publishActive, publishPending } from '../support/build.ts';
import { countChanges } from '../support/count-changes.ts';
import { dial, sendRaw } from '../support/raw-http.ts';
import { startServer } from '../support/start-server.ts';
import { until } from '../support/until.ts';
import { suite } from '../support/variants.ts';

const host = 'Host: registry.example.org\r\n';
const bulk = `POST /bulk/nodes/versions HTTP/1.1\r\n${host}Content-Type: application/json\r\n`;
const megabyte = 2 ** 20;
const long = 'x'.repeat(limits.headBytesMax);
const parameters = (count: number): string =>
  Array.from({ length: count }, (_, index) => `p${index}`).join('&');

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
  'a chunk with a long extension': `${bulk}Transfer-Encoding: chunked\r\n\r\n2;${'x'.repeat(20_000)}\r\n{}\r\n`,
  'two hosts': 'GET /nodes HTTP/1.1\r\nHost: a.example\r\nhOST: b.example\r\n\r\n',
  'two hosts in one header': 'GET /nodes HTTP/1.1\r\nHost: a.example, b.example\r\n\r\n',
  'a host with a space': 'GET /nodes HTTP/1.1\r\nHost: a.example b.example\r\n\r\n',
  'a host with a user': 'GET /nodes HTTP/1.1\r\nHost: ada@a.example\r\n\r\n',
  'a host with a path': 'GET /nodes HTTP/1.1\r\nHost: a.example/b\r\n\r\n',
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
      if (what !== 'no host') assert.equal(reply.headers.get('access-control-allow-origin'), '*');
      assert.equal(reply.headers.get('x-content-type-options'), 'nosniff');
    });
  }

  test('414 and 431: an address and headers over the limit', async () => {
    const address = await sendRaw(server.url, `GET /nodes/${long} HTTP/1.1\r\n${host}\r\n`);
    assertRefused(address, 'uri_too_long');
    const headers = await sendRaw(server.url, `GET /health HTTP/1.1\r\n${host}X-Long: ${long}\r\n\r\n`);
    assertRefused(headers, 'headers_too_large');
    for (const reply of [address, headers]) {
      assert.equal(reply.headers.get('connection'), 'close');
      assert.equal(reply.headers.get('access-control-allow-origin'), '*');
    }
  });

  test('414: more parameters than any address takes', async () => {
    const ask = (count: number) =>
      sendRaw(server.url, `GET /nodes?${parameters(count)} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`);
    assert.equal((await ask(limits.queryParametersMax)).status, 200);
    const refused = await ask(limits.queryParametersMax + 1);
    assertRefused(refused, 'uri_too_long');
    assert.match(refused.text, /more than 1100 parameters/);
    assert.equal(refused.headers.get('access-control-allow-origin'), '*');
  });

  test('204: the preflight of what would be refused, so that a page sees the refusal', async () => {
    for (const path of [
      `/nodes/${long}`,
      '/nodes/%zz',
      `/nodes/${'x'.repeat(5_000)}`,
      `/nodes?${parameters(limits.queryParametersMax + 1)}`,
      '/nowhere',
      '/nodes/my-node',
    ]) {
      const reply = await sendRaw(
        server.url,
        `OPTIONS ${path} HTTP/1.1\r\n${host}Origin: https://elsewhere.example.org\r\nAccess-Control-Request-Method: PUT\r\nConnection: close\r\n\r\n`,
      );
      assert.equal(reply.status, 204, path.slice(0, 20));
      assert.equal(reply.headers.get('access-control-allow-origin'), '*');
      assert.match(reply.headers.get('access-control-allow-methods') ?? '', /PUT/);
      assert.match(reply.headers.get('access-control-allow-headers') ?? '', /Authorization/i);
    }
  });

  test('a page of any origin reads every early refusal', async () => {
    const json = 'Content-Type: application/json\r\n';
    const early: Readonly<Record<string, [status: number, bytes: string]>> = {
      'a bad path': [400, `GET /nodes/%zz HTTP/1.1\r\n${host}`],
      'a long id': [400, `GET /nodes/${'x'.repeat(5_000)} HTTP/1.1\r\n${host}`],
      'no such address': [404, `GET /nowhere HTTP/1.1\r\n${host}`],
      'a long path': [404, `REPORT /nodes/${'x'.repeat(5_000)} HTTP/1.1\r\n${host}`],
      'another method': [405, `REPORT /nodes/my-node HTTP/1.1\r\n${host}`],
      'a length': [413, `POST /bulk/nodes/versions HTTP/1.1\r\n${host}${json}Content-Length: 600000\r\n`],
      'a type': [
        415,
        `POST /bulk/nodes/versions HTTP/1.1\r\n${host}Content-Type: text/xml\r\nContent-Length: 0\r\n`,
      ],
    };
    for (const [what, [status, bytes]] of Object.entries(early)) {
      const reply = await sendRaw(server.url, `${bytes}Connection: close\r\n\r\n`);
      assert.deepEqual([reply.status, reply.headers.get('access-control-allow-origin')], [status, '*'], what);
    }
  });

  test('413: by the declared length, before the body is sent or requested', async () => {
    const lengths: Readonly<Record<string, number>> = {
      '/bulk/nodes/versions': limits.bulkBodyBytesMax,
      '/auth/sign-in/email': limits.bodyBytesMax,
    };
    for (const [path, bytesMax] of Object.entries(lengths)) {
      const ask = (length: number) =>
        sendRaw(
          server.url,
          `POST ${path} HTTP/1.1\r\n${host}Content-Type: application/json\r\nExpect: 100-continue\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`,
        );
      assertRefused(await ask(bytesMax + 1), 'body_too_large', path);
    }
    const upload = await publishPending(ada, 'other', '1.0.0');
    before = await countChanges(server);
    const { pathname, search } = new URL(upload.signedUrl);
    const tooLong = await sendRaw(
      server.url,
      `PUT ${pathname}${search} HTTP/1.1\r\n${host}Content-Type: application/zip\r\nConnection: close\r\nContent-Length: 104857601\r\n\r\n`,
    );
    assertRefused(tooLong, 'package_too_large');
  });

  test('200: a client that sends Expect gets 100 Continue', async () => {
    const socket = dial(server.url);
    socket.write(`${bulk}Expect: 100-continue\r\nConnection: close\r\nContent-Length: 20\r\n\r\n`);
    const [asked] = (await once(socket, 'data')) as [Buffer];
    assert.match(asked.toString(), /^HTTP\/1\.1 100 /);
    socket.write('{"node_versions": []}'.slice(0, 20));
    const [answered] = (await once(socket, 'data')) as [Buffer];
    assert.match(answered.toString(), /^HTTP\/1\.1 400 /);
  });

  test('200: a body in chunks of one byte', async () => {
    const body = JSON.stringify({ node_versions: [{ node_id: 'my-node', version: '1.0.0' }] }).padEnd(50_000);
    const chunks = Array.from(body, (byte) => `1\r\n${byte}\r\n`).join('');
    const reply = await sendRaw(
      server.url,
      `${bulk}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`,
    );
    assert.equal(reply.json.node_versions[0].status, 'success');
  });

  test('415: a body with a Content-Encoding, a package too', async () => {
    for (const encoding of ['gzip', 'br', 'deflate', 'gzip, identity', 'x-unknown']) {
      const headers = { 'content-encoding': encoding };
      const reply = await server.anonymous.post('/bulk/nodes/versions', { node_versions: [] }, headers);
      assertRefused(reply, 'unsupported_media_type', encoding);
      assert.equal(reply.headers.get('accept-encoding'), 'identity');
    }
    const identity = { 'content-encoding': 'identity' };
    assert.equal(
      (await server.anonymous.post('/bulk/nodes/versions', { node_versions: [] }, identity)).status,
      200,
    );
    assert.equal((await server.anonymous.get('/health', { 'content-encoding': 'gzip' })).status, 200);
    const { signedUrl, bytes } = await publishPending(ada, 'encoded', '1.0.0');
    before = await countChanges(server);
    const upload = await server.anonymous.upload(signedUrl, bytes, { 'content-encoding': 'gzip' });
    assertRefused(upload, 'unsupported_media_type');
  });

  test('400: an id longer than any', async () => {
    assertRefused(await server.anonymous.get(`/nodes/${'x'.repeat(5_000)}`), 'invalid_request');
    assertRefused(await server.anonymous.get(`/nodes/${'x'.repeat(500)}`), 'node_not_found');
  });

  test('200: an unknown expectation is ignored, and so is an upgrade', async () => {
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
    assert.doesNotMatch((await server.anonymous.get('/nodes/my-node')).text, /half a/);
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

suite('a client that keeps the server waiting', async () => {
  const server = await startServer({ after }, { REQUEST_TIMEOUT: '1' });
  const ada = await makePublisher(server, 'ada');

  test('408: a JSON body that does not arrive in time', async () => {
    const late = await sendRaw(server.url, `${bulk}Content-Length: 100\r\n\r\n{"node_versions":`);
    assertRefused(late, 'request_timeout');
    assert.equal(late.headers.get('access-control-allow-origin'), '*');
    assert.equal(late.headers.get('connection'), 'close');
  });

  test('408: a form that does not arrive in time', async () => {
    const head = `POST /bulk/nodes/versions HTTP/1.1\r\n${host}Content-Type: application/x-www-form-urlencoded\r\n`;
    assertRefused(await sendRaw(server.url, `${head}Content-Length: 100\r\n\r\n`), 'request_timeout');
  });

  test('408: a head that does not arrive in time', async () => {
    assertRefused(await sendRaw(server.url, 'GET /health HTTP/1.1\r\nHost: regi'), 'request_timeout');
  });

  test('408: an upload slower than the lower bound, and its address takes the whole', async () => {
    const { signedUrl, bytes } = await publishPending(ada, 'my-node', '1.0.0');
    const { pathname, search } = new URL(signedUrl);
    const head = `PUT ${pathname}${search} HTTP/1.1\r\n${host}Content-Type: application/zip\r\nContent-Length: 100000\r\n\r\nPK`;
    assertRefused(await sendRaw(server.url, head), 'request_timeout');
    assert.equal((await server.anonymous.upload(signedUrl, bytes)).status, 200);
  });

  /** Asks for more than the buffers of both ends hold, and reads nothing. */
  const askForMuch = async () => {
    const known = once(server.server.app.server, 'connection') as Promise<[Socket]>;
    const socket = dial(server.url).pause();
    const [connection] = await known;
    socket.write('GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(33));
    return { socket, connection };
  };

  test('a connection that does not read its answer is closed, also if it sends meanwhile', async () => {
    const { socket, connection } = await askForMuch();
    const sending = setInterval(() => void socket.write('\r\n'), 100);
    await once(connection, 'close');
    clearInterval(sending);
    socket.destroy();
  });

  test('a connection that reads its answer slowly stays open', async () => {
    const { socket, connection } = await askForMuch();
    let bytes = 0;
    socket.on('data', ({ length }: Buffer) => {
      bytes += length;
      if (bytes > megabyte) socket.pause();
    });
    for (let round = 0; round < 10; round += 1) {
      bytes = 0;
      socket.resume();
      await wait(250);
    }
    assert.equal(connection.destroyed, false);
    assert.ok(connection.writableLength > 0, 'it has not read all');
    socket.destroy();
  });
});

suite('an upload that ends in the middle', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const staging = join(server.server.context.config.DATA_DIR, 'packages', '.staging');
  const staged = async (): Promise<number> => (await readdir(staging)).length;

  test('leaves no file and an unchanged version, and the same URL accepts the whole package', async () => {
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
