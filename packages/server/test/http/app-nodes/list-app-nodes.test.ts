import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishActive } from '../../support/build.ts';
import { crawl } from '../../support/crawl.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

/** App-nodes of three versions of two nodes. */
const openList = async (test: Parameters<typeof startServer>[0]) => {
  const server = await startServer(test);
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  const { anonymous } = server;
  const put = async (nodeId: string, version: string, ...names: string[]) => {
    const body = { app_nodes: names.map((app_node_name) => ({ app_node_name, category: 'image' })) };
    const reply = await moderator.put(`/admin/nodes/${nodeId}/versions/${version}/app-nodes`, body);
    assert.equal(reply.status, 200, reply.text);
  };
  await publishActive(server, ada, 'One', '1.0.0');
  await publishActive(server, ada, 'One', '2.0.0');
  await publishActive(server, ada, 'two', '1.0.0');
  await put('one', '1.0.0', 'Blur', 'Sharpen');
  await put('two', '1.0.0', 'Blur');
  await put('one', '2.0.0', 'Blur');
  const namesOf = async (query = '') =>
    (await crawl(anonymous, `/app-nodes?limit=2${query}`, 'app_nodes')).map(
      ({ app_node_name, node_id, version }) => [node_id, version, app_node_name].join(' '),
    );
  const total = async () => (await anonymous.get('/app-nodes')).json.total;
  return { ada, anonymous, put, namesOf, total };
};

suiteOnBoth('list-app-nodes', async () => {
  const { anonymous, namesOf, total } = await openList({ after });

  test('200: an empty registry', async (t) => {
    const { json } = await (await startServer(t)).anonymous.get('/app-nodes');
    assert.deepEqual(json, { app_nodes: [], limit: 10, page: 1, total: 0, totalPages: 0 });
  });

  test('200: of every Active version, each with its node and version', async () => {
    assert.deepEqual(await namesOf(), [
      'One 1.0.0 Blur',
      'One 1.0.0 Sharpen',
      'two 1.0.0 Blur',
      'One 2.0.0 Blur',
    ]);
    assert.equal(await total(), 4);
    const [first] = (await anonymous.get('/app-nodes?limit=1')).json.app_nodes;
    assert.deepEqual([first.category, first.policy], ['image', 'AppNodePolicyActive']);
  });

  test('200: read again, those that stay keep their places and new ones come last', async (t) => {
    const { put, namesOf, total } = await openList(t);
    await put('one', '1.0.0', 'Added', 'Sharpen');
    assert.deepEqual(await namesOf(), [
      'One 1.0.0 Sharpen',
      'two 1.0.0 Blur',
      'One 2.0.0 Blur',
      'One 1.0.0 Added',
    ]);
    assert.equal(await total(), 4);
  });

  test('200: of one node, of one version', async () => {
    assert.deepEqual(await namesOf('&node_id=TWO'), ['two 1.0.0 Blur']);
    assert.deepEqual(await namesOf('&node_id=one&version=2.0.0'), ['One 2.0.0 Blur']);
    assert.equal((await namesOf('&version=1.0.0')).length, 3);
    assert.deepEqual(await namesOf('&version=3.0.0'), []);
  });

  test('200: none of a version or a node that is not to be used, and total says so', async (t) => {
    const { ada, namesOf, total } = await openList(t);
    await ada.owner.delete('/publishers/ada/nodes/one/versions/1.0.0');
    assert.deepEqual(await namesOf(), ['two 1.0.0 Blur', 'One 2.0.0 Blur']);
    assert.equal(await total(), 2);
    await ada.owner.delete('/publishers/ada/nodes/two');
    assert.deepEqual([await namesOf(), await total()], [['One 2.0.0 Blur'], 1]);
    await ada.owner.put('/publishers/ada/nodes/two', { status: 'NodeStatusActive' });
    assert.equal(await total(), 2);
  });

  test('400: a page that is no number', async () => {
    assertRefused(await anonymous.get('/app-nodes?page=x'), 'invalid_request');
  });
});
