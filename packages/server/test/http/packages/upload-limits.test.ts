import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { after, mock, test } from 'node:test';
import { BusyError } from '../../../src/limits/semaphore.ts';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishActive, publishPending, zip } from '../../support/build.ts';
import { holdReads } from '../../support/hold-reads.ts';
import { sendRaw } from '../../support/raw-http.ts';
import { startServer } from '../../support/start-server.ts';
import { until } from '../../support/until.ts';
import { suiteOnBoth } from '../../support/variants.ts';

const packageBytesMax = 10_000;
const uploadsOfPublisher = 16;

suiteOnBoth('upload-limits', async () => {
  const environment = { PACKAGE_BYTES_MAX: String(packageBytesMax), STAGING_BYTES_MAX: '40000' };
  const server = await startServer({ after }, environment);
  const ada = await makePublisher(server, 'ada');
  const eve = await makePublisher(server, 'eve');
  const { readers, uploads, config } = server.server.context;
  const upload = server.anonymous.upload.bind(server.anonymous);
  const staged = () => readdir(join(config.DATA_DIR, 'packages', '.staging'));
  const isEmpty = () => uploads.load.uploads === 0 && uploads.load.bytes === 0;

  test('of uploads of the same bytes for one version at once, one is staged and all are answered 200', async () => {
    const { signedUrl, bytes } = await publishPending(ada, 'same', '1.0.0');
    const held = holdReads(readers);
    const first = upload(signedUrl, bytes);
    await held.came(1);
    const others = [upload(signedUrl, bytes), upload(signedUrl, bytes)];
    await until(() => uploads.load.uploads === 3);
    assert.equal((await staged()).length, 1);
    held.release();
    for (const reply of await Promise.all([first, ...others])) assert.equal(reply.status, 200, reply.text);
    await until(isEmpty);
  });

  test('other bytes wait for the first upload and are then refused, whatever they say of their length', async () => {
    const { signedUrl, bytes } = await publishPending(ada, 'other', '1.0.0');
    const held = holdReads(readers);
    const first = upload(signedUrl, bytes);
    await held.came(1);
    const sameLength = upload(signedUrl, bytes.with(0, 1));
    const otherLength = upload(signedUrl, await zip({ other: 'bytes' }));
    await until(() => uploads.load.uploads === 3);
    held.release();
    assert.equal((await first).status, 200);
    assertRefused(await sameLength, 'package_exists');
    assertRefused(await otherLength, 'package_exists');
    await until(isEmpty);
  });

  test('after a first upload that is refused, the second is taken', async () => {
    const { signedUrl, bytes } = await publishPending(ada, 'broken', '1.0.0');
    const held = holdReads(readers);
    const first = upload(signedUrl, new Uint8Array([1, 2, 3]));
    await held.came(1);
    const second = upload(signedUrl, bytes);
    await until(() => uploads.load.uploads === 2);
    held.release();
    assertRefused(await first, 'invalid_package');
    assert.equal((await second).status, 200);
  });

  test(`503: more than ${uploadsOfPublisher} uploads of one publisher at once; another publisher is served`, async () => {
    const { signedUrl, bytes } = await publishPending(ada, 'many', '1.0.0');
    const held = holdReads(readers);
    const all = Array.from({ length: uploadsOfPublisher }, () => upload(signedUrl, bytes));
    await until(() => uploads.load.uploads === uploadsOfPublisher);
    const next = await publishPending(ada, 'one-more', '1.0.0');
    const refused = await upload(next.signedUrl, next.bytes);
    assertRefused(refused, 'unavailable');
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    const other = await publishPending(eve, 'of-eve', '1.0.0');
    const taken = upload(other.signedUrl, other.bytes);
    await held.came(2);
    held.release();
    for (const reply of await Promise.all([...all, taken])) assert.equal(reply.status, 200, reply.text);
    assert.equal((await upload(next.signedUrl, next.bytes)).status, 200, 'later');
  });

  test('503: more packages waiting to be read than a process takes', async () => {
    const { signedUrl, bytes } = await publishPending(ada, 'waits', '1.0.0');
    const { mock: busy } = mock.method(readers, 'read', () =>
      Promise.reject(new BusyError('Too many packages wait')),
    );
    const refused = await upload(signedUrl, bytes);
    busy.restore();
    assertRefused(refused, 'unavailable');
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    assert.equal((await upload(signedUrl, bytes)).status, 200, 'later');
  });

  test('503: more bytes of one publisher than its share, before they are read; another publisher is served', async () => {
    const large = new Uint8Array(9_000);
    const [one, two] = [
      await publishPending(ada, 'large-1', '1.0.0'),
      await publishPending(ada, 'large-2', '1.0.0'),
    ];
    const other = await publishPending(eve, 'large-of-eve', '1.0.0');
    const held = holdReads(readers);
    const first = upload(one.signedUrl, large);
    await held.came(1);
    assertRefused(await upload(two.signedUrl, large), 'unavailable');
    const ofEve = upload(other.signedUrl, large);
    await held.came(2);
    held.release();
    // Zeros are no package, but they were read.
    for (const reply of [await first, await ofEve]) assertRefused(reply, 'invalid_package');
    assertRefused(await upload(two.signedUrl, large), 'invalid_package', 'later');
    await until(isEmpty);
  });

  test('no body is asked for that cannot become a package', async () => {
    const wrong = await publishPending(ada, 'wrong', '1.0.0');
    const stored = await publishActive(server, ada, 'stored', '1.0.0');
    const ask = (address: string, length: number) => {
      const { pathname, search } = new URL(address);
      return sendRaw(
        server.url,
        `PUT ${pathname}${search} HTTP/1.1\r\nHost: x\r\nContent-Type: application/zip\r\nExpect: 100-continue\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`,
      );
    };
    assert.equal((await ask(`${wrong.signedUrl}x`, 100)).status, 403);
    assert.equal((await ask(stored.signedUrl, stored.bytes.length + 1)).status, 409);
    assert.equal((await ask(wrong.signedUrl, packageBytesMax + 1)).status, 413);
    const headers = {
      'content-type': 'application/zip',
      expect: '100-continue',
      'content-length': wrong.bytes.length,
    };
    const sent = request(wrong.signedUrl, { method: 'PUT', headers });
    await once(sent, 'continue');
    const [response] = (await once(sent.end(wrong.bytes), 'response')) as [IncomingMessage];
    assert.equal(response.resume().statusCode, 200);
  });
});

suiteOnBoth('upload-limits on a full disk', async () => {
  const server = await startServer({ after }, { STAGING_FREE_BYTES_MIN: String(Number.MAX_SAFE_INTEGER) });

  test('503: an upload that would leave too little free', async () => {
    const ada = await makePublisher(server, 'ada');
    const { signedUrl, bytes } = await publishPending(ada, 'node', '1.0.0');
    assertRefused(await server.anonymous.upload(signedUrl, bytes), 'unavailable');
  });
});
