import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, suite, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishActive } from '../../support/build.ts';
import { packagesOnS3 } from '../../support/packages-on-s3.ts';
import { type TestServer, startServer } from '../../support/start-server.ts';

const path = '/packages/ada/My-Node/1.0.0.zip';

/** An answer as it is, without going where it points. */
const ask = (server: TestServer, headers: Record<string, string> = {}, method = 'GET', address = path) =>
  fetch(server.url + address, { method, headers, redirect: 'manual' });

suite('download-package from S3', async () => {
  const s3 = await packagesOnS3({ after });
  const server = await startServer({ after }, { PACKAGES_URL: s3.url() });
  const { bytes } = await publishActive(server, await makePublisher(server, 'ada'), 'My-Node', '1.0.0');
  const sha256 = createHash('sha256').update(bytes);
  const etag = `"${sha256.copy().digest('hex')}"`;
  const downloads = async () => {
    await server.server.context.downloads.flush();
    return (await server.anonymous.get('/nodes/my-node')).json.downloads;
  };

  test('302: to a URL of the store, not cacheable, with the ETag and Digest of the package', async () => {
    const reply = await ask(server);
    assert.equal(reply.status, 302);
    assert.ok(reply.headers.get('location')?.startsWith(s3.endpoint));
    assert.equal(reply.headers.get('cache-control'), 'no-store');
    assert.equal(reply.headers.get('etag'), etag);
    assert.equal(reply.headers.get('digest'), `sha-256=${sha256.copy().digest('base64')}`);
    assert.equal(await reply.text(), '');
  });

  test('302: followed it is the package, whole or a range, and counts no download', async () => {
    const before = await downloads();
    assert.deepEqual((await server.anonymous.get(path)).bytes, bytes);
    const first = await server.anonymous.get(path, { range: 'bytes=0-9' });
    assert.deepEqual([first.status, first.bytes], [206, bytes.slice(0, 10)]);
    const last = await server.anonymous.get(path, { range: 'bytes=10-' });
    assert.deepEqual([last.status, last.bytes], [206, bytes.slice(10)]);
    assert.equal(await downloads(), before);
  });

  test('200, 304 and 416 are answered here', async () => {
    const before = await downloads();
    const head = await ask(server, {}, 'HEAD');
    assert.deepEqual(
      [head.status, head.headers.get('content-length'), head.headers.get('etag')],
      [200, String(bytes.length), etag],
    );
    assert.equal((await ask(server, { 'if-none-match': etag })).status, 304);
    const beyond = await server.anonymous.get(path, { range: `bytes=${bytes.length}-` });
    assertRefused(beyond, 'range_not_satisfiable');
    assert.equal(await downloads(), before);
  });
});

suite('download-package from PACKAGES_PUBLIC_URL', async () => {
  const server = await startServer({ after }, { PACKAGES_PUBLIC_URL: 'https://cdn.example.org/packages/' });
  const ada = await makePublisher(server, 'ada');
  const { bytes, versionId } = await publishActive(server, ada, 'My-Node', '1.0.0');

  test('302: to the location of its file there', async () => {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const reply = await ask(server);
    assert.equal(reply.status, 302);
    assert.equal(
      reply.headers.get('location'),
      `https://cdn.example.org/packages/ada/my-node/${versionId}-${sha256}.zip`,
    );
  });

  test('a version that may not be had is refused and not pointed to', async () => {
    const moderator = await server.moderator();
    const ban = { status: 'NodeVersionStatusBanned', status_reason: 'Not safe.' };
    await publishActive(server, ada, 'Unsafe', '1.0.0');
    await moderator.put('/admin/nodes/unsafe/versions/1.0.0', ban);
    const reply = await ask(server, {}, 'GET', '/packages/ada/unsafe/1.0.0.zip');
    assert.deepEqual([reply.status, reply.headers.get('location')], [403, null]);
  });
});
