import assert from 'node:assert/strict';
import { readFile, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type TestContext, suite as plainSuite, test } from 'node:test';
import { pino } from 'pino';
import { packageKey } from '../../src/packages/blobs/blob-store.ts';
import { readConfig } from '../../src/config.ts';
import { createServer } from '../../src/server.ts';
import { assertRefused } from '../support/assert-refused.ts';
import { makePublisher, publishActive, zip } from '../support/build.ts';
import { Client } from '../support/client.ts';
import { minutes } from '../support/clock.ts';
import { makeData } from '../support/make-data.ts';
import { packagesOnS3 } from '../support/packages-on-s3.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

const path = '/packages/ada/node/1.0.0.zip';

/** A server whose one package is still unread, and the file it lies in. */
const serveOne = async (t: TestContext) => {
  const data = await makeData();
  const folder = join(data.environment.DATA_DIR, 'packages');
  const environment = { ...data.environment, PACKAGES_URL: `file:${folder}` };
  const server = await startServer(t, environment);
  // After the server, which is stopped by then.
  t.after(() => data.remove());
  const published = await publishActive(server, await makePublisher(server, 'ada'), 'node', '1.0.0');
  const [name = ''] = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.zip'));
  return { server, environment, published, file: join(folder, name) };
};

/** Changes one byte, so that the length stays. */
const damage = async (file: string): Promise<void> => {
  const bytes = await readFile(file);
  bytes.writeUInt8(bytes.readUInt8(40) ^ 1, 40);
  await writeFile(file, bytes);
};

suite('damaged packages', () => {
  test('503: nothing of one is sent, whole or in part, until it is restored', async (t) => {
    const { server, published, file } = await serveOne(t);
    await damage(file);
    const get = (headers: Record<string, string> = {}) => server.anonymous.get(path, headers);
    for (const headers of [
      {},
      { range: 'bytes=0-3' },
      { range: 'bytes=-3' },
      { 'if-none-match': '"other"' },
    ]) {
      const reply = await get(headers);
      assertRefused(reply, 'unavailable');
      assert.equal(reply.headers.get('retry-after'), '60');
      assert.equal(reply.headers.get('cache-control'), 'no-store');
    }
    await writeFile(file, published.bytes);
    server.clock.advance(minutes(1));
    assert.deepEqual((await get()).bytes, published.bytes);
    assert.deepEqual((await get({ range: 'bytes=0-3' })).bytes, published.bytes.slice(0, 4));
  });

  test('503: one that was cut short or replaced by a valid zip', async (t) => {
    const { server, published, file } = await serveOne(t);
    await writeFile(file, published.bytes.slice(0, -1));
    assertRefused(await server.anonymous.get(path), 'unavailable');
    await writeFile(file, await zip({ 'evil.py': 'import os\n' }));
    server.clock.advance(minutes(1));
    assertRefused(await server.anonymous.get(path), 'unavailable');
  });

  test('503: after a start the bytes are verified again, and the log names the package', async (t) => {
    const { server, environment, file } = await serveOne(t);
    assert.equal((await server.anonymous.get(path)).status, 200);
    await damage(file);
    const lines: string[] = [];
    const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) });
    const next = await createServer(readConfig({ PORT: '0', ...environment }), log);
    try {
      assertRefused(await new Client(await next.listen()).get(path), 'unavailable');
    } finally {
      await next.close();
    }
    const [line = ''] = lines;
    assert.equal(JSON.parse(line).level, pino.levels.values['error']);
    assert.match(line, /ada\/node\/[\da-f-]+\.zip has \d+ bytes with SHA-256 [\da-f]{64} instead of/);
  });

  test('503: one whose file is gone', async (t) => {
    const { server, published, file } = await serveOne(t);
    const failures = async () =>
      /^patchbay_storage_failures_total\S* (\d+)$/m.exec((await server.anonymous.get('/metrics')).text)?.[1];
    // Before it was verified, and after.
    for (const isVerified of [false, true]) {
      assert.equal(server.server.context.verifier.isVerified(published.versionId), isVerified);
      await rename(file, `${file}.gone`);
      const reply = await server.anonymous.get(path);
      assertRefused(reply, 'unavailable');
      assert.match(reply.json.message, /^The stored package is missing\. The operator must restore it/);
      await rename(`${file}.gone`, file);
      assert.equal((await server.anonymous.get(path)).status, 200, 'it is back, and was never remembered');
    }
    assert.equal(await failures(), '0', 'the store was not away');
    const folder = join(server.server.context.config.DATA_DIR, 'packages');
    await rename(folder, `${folder}.away`);
    assert.match((await server.anonymous.get(path)).json.message, /cannot reach its storage/);
    await rename(`${folder}.away`, folder);
  });
});

plainSuite('damaged packages on S3', () => {
  test('503: no client is redirected to one', async (t) => {
    const s3 = await packagesOnS3(t);
    const server = await startServer(t, { PACKAGES_URL: s3.url() });
    const { bytes, versionId } = await publishActive(
      server,
      await makePublisher(server, 'ada'),
      'node',
      '1.0.0',
    );
    const { json } = await server.anonymous.get('/nodes/node/versions/1.0.0');
    const key = packageKey({ packageFolder: 'ada', key: 'node' }, versionId, json.package_sha256);
    const { blobs } = server.server.context;
    const put = async (content: Uint8Array): Promise<void> => {
      await using staged = await blobs.stage(Readable.from([Buffer.from(content)]), Infinity);
      await staged.commit(key);
    };
    await put(await zip({ 'evil.py': 'import os\n' }));
    assertRefused(await server.anonymous.getHere(server.url + path), 'unavailable');
    await put(bytes);
    server.clock.advance(minutes(1));
    assert.equal((await server.anonymous.getHere(server.url + path)).status, 302);
    assert.deepEqual((await server.anonymous.get(path)).bytes, bytes);
  });
});
