import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishActive } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

const path = '/nodes/my-node/versions/1.0.0/app-nodes';

suiteOnBoth('get-app-node', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  await publishActive(server, ada, 'My-Node', '1.0.0');
  const longName = '🎛'.repeat(500);
  await moderator.put('/admin/nodes/my-node/versions/1.0.0/app-nodes', {
    app_nodes: [
      { app_node_name: 'Load/Image (v2)', return_types: '["IMAGE"]', output_is_list: [] },
      { app_node_name: longName },
    ],
  });

  test('200: the app-node with what is known of it and nothing else', async () => {
    const reply = await server.anonymous.get(`${path}/Load%2FImage%20(v2)`);
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(reply.json, {
      app_node_name: 'Load/Image (v2)',
      return_types: '["IMAGE"]',
      output_is_list: [],
      policy: 'AppNodePolicyActive',
    });
    const long = await server.anonymous.get(`${path}/${encodeURIComponent(longName)}`);
    assert.deepEqual(
      [long.status, long.json.app_node_name],
      [200, longName],
      'the longest name there can be',
    );
  });

  test('200: since which version it exists, when asked for', async () => {
    const { json } = await server.anonymous.get(`${path}/Load%2FImage%20(v2)?include_history=true`);
    assert.equal(json.since, '1.0.0');
  });

  test('304: to who knows the ETag', async () => {
    const address = `${path}/Load%2FImage%20(v2)`;
    const etag = (await server.anonymous.get(address)).headers.get('etag') ?? '';
    assert.equal((await server.anonymous.get(address, { 'if-none-match': etag })).status, 304);
  });

  test('403 and 404: a banned node, and what there is not', async () => {
    assertRefused(await server.anonymous.get(`${path}/None`), 'app_node_not_found');
    assertRefused(
      await server.anonymous.get('/nodes/my-node/versions/2.0.0/app-nodes/Load'),
      'version_not_found',
    );
    assertRefused(await server.anonymous.get('/nodes/none/versions/1.0.0/app-nodes/Load'), 'node_not_found');
    await publishActive(server, ada, 'banned', '1.0.0');
    await moderator.put('/publishers/ada/nodes/banned', { status: 'NodeStatusBanned' });
    assertRefused(await server.anonymous.get('/nodes/banned/versions/1.0.0/app-nodes/None'), 'node_banned');
  });
});
