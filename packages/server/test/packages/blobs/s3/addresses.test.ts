import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { Client } from '../../../support/client.ts';
import { minutes } from '../../../support/clock.ts';
import { openS3 } from '../../../support/open-s3.ts';

const bytes = new TextEncoder().encode('the bytes of a package');
const types = ['application/zip'];

suite('s3 addresses', async () => {
  const { blobs, client, object, store } = await openS3({ after });
  const caller = new Client('');
  const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
  const grant = (versionId: string, expires = inSeconds(60)) => ({
    publisherId: 'ada',
    nodeKey: 'node',
    versionId,
    tokenId: null,
    expires,
  });
  const arrived = async (versionId: string) =>
    (await blobs.findArrival?.({ versionId, tokenId: null })) !== undefined;

  test('an upload address takes the package of its version, which is found where it arrived', async () => {
    const address = await blobs.signUpload(grant('first'), types);
    assert.equal(await arrived('first'), false);
    assert.equal((await caller.upload(address, bytes)).status, 200);
    assert.equal(await arrived('first'), true);
  });

  test('it binds key, method, type and signature', async () => {
    const address = await blobs.signUpload(grant('bound'), types);
    const put = async (to: string, headers = {}) => (await caller.upload(to, bytes, headers)).status;
    assert.equal(await put(address.replace('uploads/bound', 'uploads/other')), 403);
    assert.equal(await put(address, { 'content-type': 'text/html' }), 403);
    assert.equal(await put(address.replace(/X-Amz-Signature=./, 'X-Amz-Signature=z')), 403);
    assert.equal((await caller.send('DELETE', address)).status, 403);
    assert.equal((await caller.get(address)).status, 403);
    assert.notEqual(await put(address.split('?')[0] ?? ''), 200, 'unsigned');
    assert.deepEqual([await arrived('bound'), await arrived('other')], [false, false]);
  });

  test('it expires', async () => {
    const address = new URL(await blobs.signUpload(grant('late', inSeconds(900)), types));
    assert.ok(Math.abs(Number(address.searchParams.get('X-Amz-Expires')) - 900) <= 1);
    const put = new PutObjectCommand(object('uploads/late'));
    const signedAgo = (ms: number) =>
      getSignedUrl(client, put, { expiresIn: 900, signingDate: new Date(Date.now() - ms) });
    assert.equal((await caller.upload(await signedAgo(minutes(14)), bytes)).status, 200);
    assert.equal((await caller.upload(await signedAgo(minutes(16)), bytes)).status, 403);
  });

  test('of several types it binds none', async () => {
    const address = await blobs.signUpload(grant('typed'), ['application/zip', 'application/gzip']);
    for (const type of ['application/gzip', 'application/zip']) {
      assert.equal((await caller.upload(address, bytes, { 'content-type': type })).status, 200, type);
    }
  });

  test('a download address serves the package to anyone under its name, by range as well', async () => {
    await store('ada/node/1-2.zip', 'the bytes of a package');
    const address = (await blobs.signDownload?.('ada/node/1-2.zip', 'Node-1.0.0.zip')) ?? '';
    const whole = await caller.get(address);
    assert.deepEqual([whole.status, whole.text], [200, 'the bytes of a package']);
    assert.equal(whole.headers.get('content-disposition'), 'attachment; filename="Node-1.0.0.zip"');
    assert.equal(whole.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    const part = await caller.get(address, { range: 'bytes=4-8' });
    assert.deepEqual([part.status, part.text], [206, 'bytes']);
    assert.equal((await caller.get(address.replace('1-2', '1-3'))).status, 403);
  });

  test('a download address is handed out again while it is fresh', async () => {
    const sign = () => blobs.signDownload?.('ada/node/again.zip', 'again.zip');
    assert.equal(await sign(), await sign());
  });
});
