import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../support/assert-refused.ts';
import { makePublisher, publishActive } from '../support/build.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

const path = `/app-nodes/${encodeURIComponent('Blur //fast')}/node`;

suite('get-app-node-provider', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  const { anonymous } = server;
  const provide = async (nodeId: string) => {
    await publishActive(server, ada, nodeId, '1.0.0');
    const body = { app_nodes: [{ app_node_name: 'Blur //fast' }] };
    const reply = await moderator.put(`/admin/nodes/${nodeId}/versions/1.0.0/app-nodes`, body);
    assert.equal(reply.status, 200, reply.text);
  };
  const edit = async (nodeId: string, body: object) => {
    const reply = await moderator.put(`/publishers/ada/nodes/${nodeId}`, body);
    assert.equal(reply.status, 200, reply.text);
  };
  const provider = async () => {
    const { status, json, text } = await anonymous.get(path);
    assert.equal(status, 200, text);
    return [json.id, json.provider_reason];
  };

  test('404: a name that no node has', async () => {
    assertRefused(await anonymous.get(path), 'app_node_not_found');
  });

  test('200: the only node that has it, whole', async () => {
    await provide('First');
    assert.deepEqual(await provider(), ['First', 'only']);
    const { json } = await anonymous.get(path);
    assert.deepEqual([json.publisher.id, json.latest_version.version], ['ada', '1.0.0']);
  });

  test('200: of several the older, the more downloaded, the one that ranks lower, the one that preempts', async () => {
    await provide('second');
    await provide('third');
    assert.deepEqual(await provider(), ['First', 'older']);
    await anonymous.get('/nodes/second/install');
    await server.server.context.downloads.flush();
    assert.deepEqual(await provider(), ['second', 'downloads']);
    await edit('third', { search_ranking: 5 });
    assert.deepEqual(await provider(), ['third', 'search_ranking']);
    await edit('first', { search_ranking: 4 });
    assert.deepEqual(await provider(), ['First', 'search_ranking']);
    await ada.owner.post('/publishers/ada/nodes', { id: 'claims' });
    await edit('claims', { preempted_app_node_names: ['Other', 'Blur //fast'] });
    assert.deepEqual(await provider(), ['claims', 'preempted']);
    await edit('second', { preempted_app_node_names: ['Blur //fast'] });
    assert.deepEqual(await provider(), ['second', 'downloads']);
  });

  test('200: who preempts no longer, is deleted or banned comes no more', async () => {
    await edit('second', { preempted_app_node_names: [] });
    await edit('claims', { status: 'NodeStatusBanned' });
    assert.deepEqual(await provider(), ['First', 'search_ranking']);
    await edit('first', { status: 'NodeStatusDeleted' });
    assert.deepEqual(await provider(), ['third', 'search_ranking']);
  });

  test('200: only latest versions count', async () => {
    await publishActive(server, ada, 'third', '2.0.0');
    assert.deepEqual(await provider(), ['second', 'only']);
  });

  test('404: once nobody is left, and in another case', async () => {
    assertRefused(await anonymous.get(path.toLowerCase()), 'app_node_not_found');
    await edit('second', { status: 'NodeStatusDeleted' });
    assertRefused(await anonymous.get(path), 'app_node_not_found');
  });
});
