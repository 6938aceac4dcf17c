import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import { makePublisher, publishActive, publishPending } from '../support/build.ts';
import type { Reply } from '../support/client.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

suite('package digests', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  const { bytes } = await publishActive(server, ada, 'node', '1.0.0');
  const expected = {
    package_sha256: createHash('sha256').update(bytes).digest('hex'),
    package_bytes: bytes.length,
  };
  const digestIn = ({ package_sha256, package_bytes }: Record<string, unknown>) => ({
    package_sha256,
    package_bytes,
  });
  const none = { package_sha256: undefined, package_bytes: undefined };

  test('a version has none until its package is stored, and one from then on', async () => {
    // Found by none of the reads below.
    const bob = await makePublisher(server, 'bob');
    const published = await publishPending(bob, 'waits', '1.0.0');
    const version = async () => digestIn((await bob.owner.get('/nodes/waits/versions/1.0.0')).json);
    assert.deepEqual(await version(), none);
    assert.equal((await server.anonymous.upload(published.signedUrl, bytes)).status, 200);
    await server.settle();
    assert.deepEqual(await version(), expected);
  });

  const reads: Record<string, (json: Reply['json']) => Record<string, unknown>> = {
    '/nodes/node/versions/1.0.0': (json) => json,
    '/nodes/node/install': (json) => json,
    '/nodes/node/install?version=1.0.0': (json) => json,
    '/nodes/node/versions': (json) => json[0],
    '/versions': (json) => json.versions[0],
    '/versions?node_id=node': (json) => json.versions[0],
    '/nodes/node': (json) => json.latest_version,
    '/nodes': (json) => json.nodes[0].latest_version,
    '/nodes?node_id=node': (json) => json.nodes[0].latest_version,
    '/nodes/search?search=node': (json) => json.nodes[0].latest_version,
    '/publishers/ada/nodes/v2': (json) => json.nodes[0].latest_version,
    '/app-nodes/Blur/node': (json) => json.latest_version,
    '/admin/versions?statuses=NodeVersionStatusActive': (json) => json.versions[0],
  };
  for (const [path, find] of Object.entries(reads)) {
    test(`GET ${path} has them`, async () => {
      if (path.startsWith('/app-nodes')) {
        const body = { app_nodes: [{ app_node_name: 'Blur' }] };
        await moderator.put('/admin/nodes/node/versions/1.0.0/app-nodes', body);
      }
      const reply = await moderator.get(path);
      assert.equal(reply.status, 200, reply.text);
      assert.deepEqual(digestIn(find(reply.json)), expected);
    });
  }

  test('bulk reads and updates have them', async () => {
    const pairs = [{ node_id: 'node', version: '1.0.0' }];
    const bulk = () => server.anonymous.post('/bulk/nodes/versions', { node_versions: pairs });
    for (const { json } of [await bulk(), await bulk()]) {
      assert.deepEqual(digestIn(json.node_versions[0].node_version), expected);
    }
    const updated = await ada.owner.put('/publishers/ada/nodes/node/versions/1.0.0', { changelog: 'New.' });
    assert.deepEqual(digestIn(updated.json), expected);
    await publishPending(ada, 'node', '2.0.0');
    assert.deepEqual(digestIn((await ada.owner.get('/nodes/node/versions/2.0.0')).json), none);
  });
});
