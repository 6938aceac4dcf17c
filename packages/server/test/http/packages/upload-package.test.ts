import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, mock, test } from 'node:test';
import type { ErrorCode } from '@patchbay/contract';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishActive, publishPending, zip } from '../../support/build.ts';
import { minutes } from '../../support/clock.ts';
import { countChanges } from '../../support/count-changes.ts';
import { holdWrite } from '../../support/hold-write.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

const packageBytesMax = 10_000;
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

suiteOnBoth('upload-package', async () => {
  const server = await startServer({ after }, { PACKAGE_BYTES_MAX: String(packageBytesMax) });
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  const upload = server.anonymous.upload.bind(server.anonymous);
  const statusOf = async (id: string) =>
    (await server.anonymous.get(`/nodes/${id}/versions/1.0.0`)).json.status;

  afterEach(async () => {
    const staging = join(server.server.context.config.DATA_DIR, 'packages', '.staging');
    assert.deepEqual(await readdir(staging), [], 'nothing is left in staging');
  });

  test('200: the version becomes Active, with a change for the package, one for the checks and one for its app-nodes', async () => {
    const { signedUrl, bytes, versionId } = await publishPending(ada, 'My-Node', '1.0.0');
    const reply = await upload(signedUrl, bytes);
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(reply.json, { sha256: sha256(bytes), bytes: bytes.length });
    await server.settle();
    assert.equal(await statusOf('my-node'), 'NodeVersionStatusActive');
    const { changes } = (await moderator.get(`/admin/changes?subject=version:${versionId}`)).json;
    assert.deepEqual(
      changes.map(({ action }) => action),
      ['version.published', 'package.stored', 'version.checked', 'app-nodes.extracted'],
    );
    assert.deepEqual(changes[1].after, { sha256: sha256(bytes), bytes: bytes.length });
    assert.equal(changes[1].request_id, reply.headers.get('x-request-id'));
  });

  test('200: the same bytes again, as a client does that missed the answer', async () => {
    const { signedUrl, bytes } = await publishPending(ada, 'Twice', '1.0.0');
    assert.equal((await upload(signedUrl, bytes)).status, 200);
    assert.equal((await upload(signedUrl, bytes)).status, 200, 'before the checks');
    await server.settle();
    assert.equal((await upload(signedUrl, bytes)).status, 200, 'and after them');
    assert.equal(await statusOf('twice'), 'NodeVersionStatusActive');
  });

  test('200: after an upload that broke off, the address still takes the package', async () => {
    const { signedUrl, bytes } = await publishPending(ada, 'Broken-Off', '1.0.0');
    const half = new ReadableStream({
      start(stream) {
        stream.enqueue(bytes.slice(0, 100));
        stream.error(new Error('the line went down'));
      },
    });
    const headers = { 'content-type': 'application/zip' };
    await assert.rejects(fetch(signedUrl, { method: 'PUT', headers, body: half, duplex: 'half' }));
    assert.equal((await upload(signedUrl, bytes)).status, 200);
    await server.settle();
    assert.equal(await statusOf('broken-off'), 'NodeVersionStatusActive');
  });

  test('403: an address that was tampered with, is of another version, or has expired', async () => {
    const { signedUrl, bytes } = await publishPending(ada, 'Signed', '1.0.0');
    const other = new URL((await publishPending(ada, 'Signed-Too', '1.0.0')).signedUrl);
    const changed = (change: (address: URL) => void): string => {
      const address = new URL(signedUrl);
      change(address);
      return address.href;
    };
    const expires = Number(new URL(signedUrl).searchParams.get('expires'));
    for (const address of [
      changed(({ searchParams }) => searchParams.set('expires', String(expires + 1))),
      changed(({ searchParams }) => searchParams.set('expires', 'never')),
      changed(({ searchParams }) => searchParams.set('signature', '')),
      changed(({ searchParams }) => searchParams.set('signature', 'A'.repeat(43))),
      changed((one) => Object.assign(one, { pathname: other.pathname })),
    ]) {
      assertRefused(await upload(address, bytes), 'forbidden', address);
    }
    server.clock.advance(minutes(15));
    assertRefused(await upload(signedUrl, bytes), 'forbidden', 'expired');
    const fresh = await publishPending(ada, 'Signed', '1.0.0');
    assert.equal((await upload(fresh.signedUrl, bytes)).status, 200);
  });

  test('400: an address without its signature', async () => {
    const { signedUrl, bytes } = await publishPending(ada, 'Unsigned', '1.0.0');
    assertRefused(await upload(signedUrl.split('?')[0] ?? '', bytes), 'invalid_request');
  });

  test('403: the node or the publisher was banned meanwhile', async () => {
    const { signedUrl, bytes } = await publishPending(ada, 'Banned', '1.0.0');
    await moderator.put('/publishers/ada/nodes/banned', { status: 'NodeStatusBanned' });
    assertRefused(await upload(signedUrl, bytes), 'node_banned');
    const move = (status: string) => moderator.put('/admin/publishers/ada', { status, reason: 'Checked.' });
    await move('PublisherStatusBanned');
    assertRefused(await upload(signedUrl, bytes), 'publisher_banned');
    await move('PublisherStatusActive');
  });

  test('403: the token that published was revoked or has expired, and nothing is stored', async () => {
    const path = '/publishers/ada/tokens';
    const make = async () => {
      const expiresAt = new Date(server.clock.now().getTime() + minutes(5)).toISOString();
      return (await ada.owner.post(path, { name: 'short', expiresAt })).json;
    };
    const revoked = await make();
    const one = await publishPending({ ...ada, token: revoked.token }, 'Revoked', '1.0.0');
    await ada.owner.delete(`${path}/${revoked.id}`);
    assertRefused(await upload(one.signedUrl, one.bytes), 'forbidden', 'revoked');
    const two = await publishPending({ ...ada, token: (await make()).token }, 'Expired', '1.0.0');
    server.clock.advance(minutes(5));
    assertRefused(await upload(two.signedUrl, two.bytes), 'forbidden', 'expired');
    for (const nodeId of ['revoked', 'expired']) {
      assert.equal(await statusOf(nodeId), 'NodeVersionStatusPending', nodeId);
      const again = await publishPending(ada, nodeId, '1.0.0');
      assert.equal((await upload(again.signedUrl, again.bytes)).status, 200, 'by a token that is good');
    }
  });

  test('403: what is lost while the package comes is lost for the upload', async () => {
    // The checks of packages that came before write changes as well.
    await server.settle();
    const path = '/publishers/ada/tokens';
    const token = (await ada.owner.post(path, { name: 'ends' })).json;
    const move = (status: string) => moderator.put('/admin/publishers/ada', { status, reason: 'Raced.' });
    const losses: readonly [string, ErrorCode, () => Promise<unknown>][] = [
      [
        'Raced-Node',
        'node_banned',
        () => moderator.put('/publishers/ada/nodes/raced-node', { status: 'NodeStatusBanned' }),
      ],
      ['Raced-Publisher', 'publisher_banned', () => move('PublisherStatusBanned')],
      ['Raced-Token', 'forbidden', () => ada.owner.delete(`${path}/${token.id}`)],
    ];
    for (const [nodeId, refusal, lose] of losses) {
      const { signedUrl, bytes } = await publishPending({ ...ada, token: token.token }, nodeId, '1.0.0');
      const held = holdWrite(server.server.context);
      const answer = upload(signedUrl, bytes);
      await Promise.race([held.waits, answer]);
      await lose();
      const before = await countChanges(server);
      held.release();
      assertRefused(await answer, refusal, nodeId);
      assert.equal(await countChanges(server), before, nodeId);
      await move('PublisherStatusActive');
    }
  });

  test('404: the version was withdrawn or banned before its package came', async () => {
    const withdrawn = await publishPending(ada, 'Withdrawn', '1.0.0');
    await ada.owner.delete('/publishers/ada/nodes/withdrawn/versions/1.0.0');
    assertRefused(await upload(withdrawn.signedUrl, withdrawn.bytes), 'version_not_found');
    const banned = await publishPending(ada, 'Unwanted', '1.0.0');
    await moderator.put('/admin/nodes/unwanted/versions/1.0.0', {
      status: 'NodeVersionStatusBanned',
      status_reason: 'Not wanted.',
    });
    assertRefused(await upload(banned.signedUrl, banned.bytes), 'version_not_found');
  });

  test('404: the node was deleted before its package came; restored, it takes the package', async () => {
    const { signedUrl, bytes } = await publishPending(ada, 'Deleted', '1.0.0');
    const move = (status: string) => ada.owner.put('/publishers/ada/nodes/deleted', { status });
    await move('NodeStatusDeleted');
    const refused = await upload(signedUrl, bytes);
    assertRefused(refused, 'node_not_found');
    assert.match(refused.json.message, /was deleted. Restore it/);
    await move('NodeStatusActive');
    assert.equal(await statusOf('deleted'), 'NodeVersionStatusPending');
    assert.equal((await upload(signedUrl, bytes)).status, 200);
  });

  test('404: the node is deleted while its package is read', async () => {
    const { signedUrl, bytes } = await publishPending(ada, 'Deleted-Meanwhile', '1.0.0');
    const { readers } = server.server.context;
    const read = readers.read.bind(readers);
    mock.method(readers, 'read', async (...parts: Parameters<typeof read>) => {
      const reading = await read(...parts);
      await ada.owner.delete('/publishers/ada/nodes/deleted-meanwhile');
      return reading;
    });
    const reply = await upload(signedUrl, bytes);
    mock.restoreAll();
    assertRefused(reply, 'node_not_found');
    await ada.owner.put('/publishers/ada/nodes/deleted-meanwhile', { status: 'NodeStatusActive' });
    assert.equal(await statusOf('deleted-meanwhile'), 'NodeVersionStatusPending');
    assert.equal((await upload(signedUrl, bytes)).status, 200, 'nothing of the first upload was kept');
  });

  test('409: other bytes once a package is stored; what is stored stays', async () => {
    const { signedUrl, bytes } = await publishActive(server, ada, 'Stored', '1.0.0');
    assertRefused(await upload(signedUrl, await zip({ other: 'bytes' })), 'package_exists');
    const { downloadUrl } = (await server.anonymous.get('/nodes/stored/install')).json;
    assert.deepEqual((await server.anonymous.get(downloadUrl)).bytes, bytes);
  });

  test('409: of different packages at once exactly one wins, and it is the one that is served', async () => {
    for (const round of [1, 2, 3]) {
      const { signedUrl } = await publishPending(ada, `Race-${round}`, '1.0.0');
      const packages = await Promise.all(
        Array.from({ length: 8 }, (_, index) => zip({ '__init__.py': `NUMBER = ${index}\n` })),
      );
      const replies = await Promise.all(packages.map((bytes) => upload(signedUrl, bytes)));
      const winners = packages.filter((_, index) => replies[index]?.status === 200);
      assert.equal(winners.length, 1, replies.map(({ text }) => text).join('\n'));
      for (const reply of replies.filter(({ status }) => status !== 200))
        assertRefused(reply, 'package_exists');
      await server.settle();
      assert.equal(await statusOf(`race-${round}`), 'NodeVersionStatusActive');
      const { downloadUrl } = (await server.anonymous.get(`/nodes/race-${round}/install`)).json;
      assert.deepEqual((await server.anonymous.get(downloadUrl)).bytes, winners[0]);
    }
  });

  test('413: a package over PACKAGE_BYTES_MAX leaves the version as it was', async () => {
    const { signedUrl, bytes } = await publishPending(ada, 'Large', '1.0.0');
    assertRefused(await upload(signedUrl, new Uint8Array(packageBytesMax + 1)), 'package_too_large');
    assertRefused(
      await upload(signedUrl, new Uint8Array(4_000_000)),
      'package_too_large',
      'is heard to its end',
    );
    assert.equal((await upload(signedUrl, bytes)).status, 200);
  });

  test('415: any other Content-Type', async () => {
    const { signedUrl, bytes } = await publishPending(ada, 'Typed', '1.0.0');
    for (const type of ['application/json', 'application/octet-stream', 'multipart/form-data; boundary=x']) {
      assertRefused(await upload(signedUrl, bytes, { 'content-type': type }), 'unsupported_media_type', type);
    }
  });
});
