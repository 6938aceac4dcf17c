import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, test } from 'node:test';
import { inflateRawSync } from 'node:zlib';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishActive, publishFiles, publishPending, uniqueId } from '../../support/build.ts';
import { sendMany } from '../../support/send-many.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

interface File {
  path: string;
  size: number;
  packed_size: number;
  offset: number;
  method: string;
  sha256: string;
}

suiteOnBoth('list-version-files', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  const files = {
    'web/main.js': 'export const one = 1;\n'.repeat(50),
    '__init__.py': 'VERSION = 1\n',
    'a "b" ü.txt': '',
  };

  test('200: by path, each where it lies in the package', async () => {
    const id = uniqueId('my-node');
    await publishFiles(server, ada, id, '1.0.0', files);
    const { json } = await server.anonymous.get(`/nodes/${id}/versions/1.0.0/files`);
    const { is_complete, limit, page, total, totalPages } = json;
    assert.deepEqual([is_complete, limit, page, total, totalPages], [true, 10, 1, 3, 1]);
    const listed: File[] = json.files;
    assert.deepEqual(
      listed.map(({ path }) => path),
      Object.keys(files).toSorted(),
    );
    for (const { path, size, packed_size, offset, method, sha256 } of listed) {
      const content = files[path as keyof typeof files];
      assert.deepEqual([size, sha256], [Buffer.byteLength(content), hash('sha256', content)]);
      if (size === 0) continue;
      const range = `bytes=${offset}-${offset + packed_size - 1}`;
      const reply = await fetch(`${server.url}/packages/ada/${id}/1.0.0.zip`, { headers: { range } });
      assert.equal(reply.status, 206);
      const bytes = Buffer.from(await reply.arrayBuffer());
      assert.equal((method === 'deflated' ? inflateRawSync(bytes) : bytes).toString(), content);
    }
    const install = await server.anonymous.get(`/nodes/${id}`);
    assert.equal(install.json.downloads, 0);
  });

  test('200: page by page, and the same after it was read again', async () => {
    const id = uniqueId('my-node');
    await publishFiles(server, ada, id, '1.0.0', files);
    const path = `/nodes/${id}/versions/1.0.0` as const;
    const whole = (await server.anonymous.get(`${path}/files`)).json.files;
    assert.equal((await ada.owner.post(`${path}/extract`)).status, 200);
    await server.settle();
    const { json } = await server.anonymous.get(`${path}/files?page=2&limit=2`);
    assert.deepEqual([json.files, json.total, json.totalPages], [whole.slice(2), 3, 2]);
    assert.equal((await server.anonymous.get(`${path}/files?limit=20001`)).json.limit, 20_000);
  });

  test('400: a page that is no number', async () => {
    const id = uniqueId('my-node');
    await publishActive(server, ada, id, '1.0.0');
    const reply = await server.anonymous.get(`/nodes/${id}/versions/1.0.0/files?page=first`);
    assertRefused(reply, 'invalid_request');
  });

  test('403 and 404: what cannot be downloaded, and what there is not', async () => {
    const id = uniqueId('my-node');
    await publishActive(server, ada, id, '1.0.0');
    await publishPending(ada, id, '2.0.0');
    const of = (node: string, version: string) =>
      server.anonymous.get(`/nodes/${node}/versions/${version}/files`);
    assertRefused(await of(id, '2.0.0'), 'version_unavailable');
    assertRefused(await of(id, '3.0.0'), 'version_not_found');
    assertRefused(await of('none', '1.0.0'), 'node_not_found');
    assert.equal((await ada.owner.delete(`/publishers/ada/nodes/${id}/versions/1.0.0`)).status, 204);
    assertRefused(await of(id, '1.0.0'), 'version_unavailable');
    await moderator.put(`/publishers/ada/nodes/${id}`, { status: 'NodeStatusBanned' });
    assertRefused(await of(id, '1.0.0'), 'node_banned');
  });
});

suiteOnBoth('the rate of file lists', () => {
  test('429: who walks all versions', async (t) => {
    const server = await startServer(t, { RATE_LIMITS: 'on' });
    server.clock.stop();
    const list = () => server.anonymous.get('/nodes/none/versions/1.0.0/files');
    assert.deepEqual(Object.fromEntries(await sendMany(301, list)), { 404: 300, 429: 1 });
    assertRefused(await list(), 'rate_limited');
  });
});
