import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishActive, publishPending } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

const path = '/packages/ada/My-Node/1.0.0.zip';

suiteOnBoth('download-package', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  const { bytes } = await publishActive(server, ada, 'My-Node', '1.0.0');
  const get = (headers?: Record<string, string>) => server.anonymous.get(path, headers);
  const digest = createHash('sha256').update(bytes);
  const sha256 = digest.copy().digest('hex');
  const downloads = async () => {
    await server.server.context.downloads.flush();
    return (await server.anonymous.get('/nodes/my-node')).json.downloads;
  };

  test('200: the uploaded bytes, to be revalidated each time, with their digest', async () => {
    const reply = await get();
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(reply.bytes, bytes);
    const header = (name: string) => reply.headers.get(name);
    assert.equal(header('content-type'), 'application/zip');
    assert.equal(header('content-length'), String(bytes.length));
    assert.equal(header('etag'), `"${sha256}"`);
    assert.equal(header('digest'), `sha-256=${digest.copy().digest('base64')}`);
    assert.equal(header('cache-control'), 'public, no-cache');
    assert.equal(header('accept-ranges'), 'bytes');
    assert.equal(header('content-disposition'), 'attachment; filename="My-Node-1.0.0.zip"');
  });

  test('200: under the address that install answers, also with build metadata', async () => {
    const published = await publishActive(server, ada, 'Built', '1.0.0-rc.1+build.5');
    const { downloadUrl } = (await server.anonymous.get('/nodes/built/install')).json;
    assert.deepEqual((await server.anonymous.get(downloadUrl)).bytes, published.bytes);
  });

  test('200: HEAD says the same without the bytes', async () => {
    const reply = await server.anonymous.send('HEAD', path);
    assert.deepEqual([reply.status, reply.bytes.length], [200, 0]);
    assert.equal(reply.headers.get('content-length'), String(bytes.length));
    assert.equal(reply.headers.get('etag'), `"${sha256}"`);
  });

  test('counts no download: the install request did', async () => {
    const before = await downloads();
    await get();
    await get({ range: 'bytes=0-9' });
    await get({ 'if-none-match': `"${sha256}"` });
    await server.anonymous.send('HEAD', path);
    assert.equal(await downloads(), before);
  });

  test('206: a range, an open one and a suffix', async () => {
    const last = bytes.length - 1;
    const ranges: [string, number, number][] = [
      ['bytes=0-0', 0, 0],
      ['bytes=5-9', 5, 9],
      ['bytes=10-', 10, last],
      ['bytes=-7', bytes.length - 7, last],
      [`bytes=5-${last + 100}`, 5, last],
      [`bytes=-${bytes.length}`, 0, last],
      [`bytes=-${bytes.length + 1}`, 0, last],
      ['bytes=-65557', 0, last],
      [`bytes=-${'9'.repeat(400)}`, 0, last],
      [`bytes=${last}-${'9'.repeat(400)}`, last, last],
      ['Bytes=0-1', 0, 1],
    ];
    for (const [range, start, end] of ranges) {
      const reply = await get({ range });
      assert.equal(reply.status, 206, range);
      assert.deepEqual(reply.bytes, bytes.slice(start, end + 1), range);
      assert.equal(reply.headers.get('content-range'), `bytes ${start}-${end}/${bytes.length}`);
      assert.equal(reply.headers.get('content-length'), String(end - start + 1));
    }
  });

  test('206 or 200: If-Range resumes only the same package', async () => {
    const range = 'bytes=5-9';
    assert.equal((await get({ range, 'if-range': `"${sha256}"` })).status, 206);
    const changed = await get({ range, 'if-range': '"another"' });
    assert.deepEqual([changed.status, changed.bytes.length], [200, bytes.length]);
    assert.equal((await get({ range, 'if-range': `W/"${sha256}"` })).status, 200, 'a weak one never matches');
  });

  test('200: a Range of another unit, of several parts, that runs backwards, or that is none', async () => {
    for (const range of [
      'items=0-1',
      'bytes=0-1,5-6',
      'bytes=0-5,3-9',
      `bytes=${bytes.length}-,-0`,
      'bytes',
      'bytes=',
      'bytes=-',
      'bytes=b-a',
      'bytes=1-b',
      'bytes=1.5-2',
      'bytes=+1-2',
      'bytes=--7',
      'bytes=9-5',
      `bytes=${bytes.length + 9}-${bytes.length}`,
    ]) {
      const reply = await get({ range });
      assert.deepEqual([reply.status, reply.bytes.length], [200, bytes.length], range);
      assert.equal(reply.headers.has('content-range'), false, range);
    }
  });

  test('200: HEAD has no ranges', async () => {
    for (const range of ['bytes=0-0', 'bytes=-7', 'bytes=-65557', `bytes=${bytes.length}-`, 'bytes=-0']) {
      const reply = await server.anonymous.send('HEAD', path, undefined, { range });
      assert.deepEqual([reply.status, reply.headers.get('content-length')], [200, String(bytes.length)]);
      assert.equal(reply.headers.has('content-range'), false, range);
    }
  });

  test('304: to who has it', async () => {
    for (const etag of [`"${sha256}"`, `W/"${sha256}"`, `"other", "${sha256}"`, '*']) {
      const reply = await get({ 'if-none-match': etag });
      assert.deepEqual([reply.status, reply.bytes.length], [304, 0], etag);
      assert.equal(reply.headers.get('etag'), `"${sha256}"`);
    }
    assert.equal((await get({ 'if-none-match': '"other"' })).status, 200);
  });

  test('403: a version that is not Active, a node that is banned', async () => {
    await publishPending(ada, 'Pending', '1.0.0');
    assertRefused(await server.anonymous.get('/packages/ada/pending/1.0.0.zip'), 'version_unavailable');
    const ban = { status: 'NodeVersionStatusBanned', status_reason: 'Not safe.' };
    await publishActive(server, ada, 'Unsafe', '1.0.0-rc.1+build.5');
    await moderator.put('/admin/nodes/unsafe/versions/1.0.0-rc.1+build.5', ban);
    const banned = await server.anonymous.get('/packages/ada/unsafe/1.0.0-rc.1%2Bbuild.5.zip');
    assertRefused(banned, 'version_unavailable');
    assert.equal(banned.headers.get('cache-control'), 'no-store', 'a refusal is not kept');
    await moderator.put('/publishers/ada/nodes/unsafe', { status: 'NodeStatusBanned' });
    assertRefused(await server.anonymous.get('/packages/ada/unsafe/1.0.0.zip'), 'node_banned');
  });

  test('404: what there is not, or not under this address', async () => {
    await makePublisher(server, 'bob');
    for (const [address, code] of [
      ['/packages/ada/none/1.0.0.zip', 'node_not_found'],
      ['/packages/bob/my-node/1.0.0.zip', 'node_not_found'],
      ['/packages/ada/my-node/9.9.9.zip', 'version_not_found'],
      ['/packages/ada/my-node/..%2F..%2Fsecret.zip', 'version_not_found'],
    ] as const) {
      assertRefused(await server.anonymous.get(address), code, address);
    }
    for (const file of ['1.0.0', '1.0.0.tar']) {
      const reply = await server.anonymous.get(`/packages/ada/my-node/${file}`);
      assertRefused(reply, 'version_not_found', file);
      assert.match(reply.json['message'], /ends with its version and \.zip/);
    }
  });

  test('416: a range outside the package', async () => {
    for (const range of [`bytes=${bytes.length}-`, `bytes=${'9'.repeat(400)}-`, 'bytes=-0']) {
      const reply = await get({ range });
      assertRefused(reply, 'range_not_satisfiable', range);
      assert.equal(reply.headers.get('content-range'), `bytes */${bytes.length}`);
      assert.equal(reply.headers.get('content-disposition'), null, 'the answer is no package');
      assert.equal(reply.headers.get('digest'), null, 'nor has it the digest of one');
    }
  });
});
