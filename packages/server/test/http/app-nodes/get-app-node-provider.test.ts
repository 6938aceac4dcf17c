import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishActive, publishPending, uniqueId } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

suiteOnBoth('get-app-node-provider', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  const { anonymous } = server;
  let name: string;
  let path: string;
  /** Nodes of one test. */
  let first: string;
  let second: string;
  let third: string;
  beforeEach(() => {
    name = uniqueId('Blur //fast');
    path = `/app-nodes/${encodeURIComponent(name)}/node`;
    [first, second, third] = [uniqueId('First'), uniqueId('second'), uniqueId('third')];
  });
  const provide = async (nodeId: string) => {
    await publishActive(server, ada, nodeId, '1.0.0');
    const body = { app_nodes: [{ app_node_name: name }] };
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
    await provide(first);
    assert.deepEqual(await provider(), [first, 'only']);
    const { json } = await anonymous.get(path);
    assert.deepEqual([json.publisher.id, json.latest_version.version], ['ada', '1.0.0']);
  });

  test('200: of several the one that had it first, the one that ranks lower, the one that preempts', async () => {
    const claims = uniqueId('claims');
    for (const node of [first, second, third]) await provide(node);
    assert.deepEqual(await provider(), [first, 'first']);
    await edit(third, { search_ranking: 5 });
    assert.deepEqual(await provider(), [third, 'search_ranking']);
    await edit(first, { search_ranking: 4 });
    assert.deepEqual(await provider(), [first, 'search_ranking']);
    await ada.owner.post('/publishers/ada/nodes', { id: claims });
    await edit(claims, { preempted_app_node_names: ['Other', name] });
    assert.deepEqual(await provider(), [claims, 'preempted']);
    await edit(second, { preempted_app_node_names: [name] });
    assert.deepEqual(await provider(), [second, 'first'], 'of two that preempt it');
  });

  test('200: who preempts no longer, is deleted or banned comes no more', async () => {
    for (const node of [first, second, third]) await provide(node);
    await edit(first, { preempted_app_node_names: [name], search_ranking: 4 });
    await edit(second, { preempted_app_node_names: [name], search_ranking: 3 });
    assert.deepEqual(await provider(), [second, 'search_ranking']);
    await edit(second, { status: 'NodeStatusBanned' });
    assert.deepEqual(await provider(), [first, 'preempted']);
    await edit(first, { preempted_app_node_names: [] });
    assert.deepEqual(await provider(), [first, 'search_ranking']);
    await edit(first, { status: 'NodeStatusDeleted' });
    assert.deepEqual(await provider(), [third, 'only']);
  });

  test('200: only latest versions count', async () => {
    for (const node of [first, second]) await provide(node);
    await publishActive(server, ada, first, '2.0.0');
    assert.deepEqual(await provider(), [second, 'only']);
  });

  test('404: once there are none left, and in another case', async () => {
    await provide(first);
    assertRefused(await anonymous.get(path.toLowerCase()), 'app_node_not_found');
    await edit(first, { status: 'NodeStatusDeleted' });
    assertRefused(await anonymous.get(path), 'app_node_not_found');
  });
});

suiteOnBoth('who had an app-node name first', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const eve = await makePublisher(server, 'eve');
  const moderator = await server.moderator();
  let names = 0;

  /** A name that only this test knows, and what its nodes do with it. */
  const stage = () => {
    names += 1;
    const name = `Blur ${names}`;
    const give = async (nodeId: string, version: string, appNodes: readonly string[] = [name]) => {
      const body = { app_nodes: appNodes.map((app_node_name) => ({ app_node_name })) };
      const reply = await moderator.put(`/admin/nodes/${nodeId}/versions/${version}/app-nodes`, body);
      assert.equal(reply.status, 200, reply.text);
    };
    return {
      name,
      original: `original-${names}`,
      copy: `copy-${names}`,
      give,
      publish: async (publisher: typeof ada, nodeId: string, version: string) => {
        await publishActive(server, publisher, nodeId, version);
        await give(nodeId, version);
      },
      provider: async () => {
        const { json } = await server.anonymous.get(`/app-nodes/${encodeURIComponent(name)}/node`);
        return [json.id, json.provider_reason];
      },
    };
  };

  test('no number of installs moves a name to another node', async () => {
    const { original, copy, publish, provider } = stage();
    await publish(ada, original, '1.0.0');
    await publish(eve, copy, '1.0.0');
    for (let client = 1; client <= 8; client += 1) {
      const from = { 'x-forwarded-for': `198.51.100.${client}` };
      assert.equal((await server.anonymous.get(`/nodes/${copy}/install`, from)).status, 200);
    }
    await server.server.context.downloads.flush();
    assert.equal((await server.anonymous.get(`/nodes/${copy}`)).json.downloads, 8);
    assert.deepEqual(await provider(), [original, 'first']);
  });

  test('an older node that takes up the name comes after', async () => {
    const { original, copy, publish, provider } = stage();
    await publishActive(server, eve, copy, '1.0.0');
    await publish(ada, original, '1.0.0');
    await publish(eve, copy, '1.0.1');
    assert.deepEqual(await provider(), [original, 'first']);
  });

  test('a new version, a deleted one, another reading and a ban that was lifted change nothing', async () => {
    const { name, original, copy, give, publish, provider } = stage();
    await publish(ada, original, '1.0.0');
    await publish(eve, copy, '1.0.0');
    await publish(ada, original, '1.1.0');
    await ada.owner.delete(`/publishers/ada/nodes/${original}/versions/1.0.0`);
    assert.deepEqual(await provider(), [original, 'first'], 'after a new version');
    await give(original, '1.1.0', ['Something else']);
    assert.deepEqual(await provider(), [copy, 'only'], 'while the name is not in its latest version');
    await give(original, '1.1.0', [name, 'Something else']);
    assert.deepEqual(await provider(), [original, 'first'], 'after another reading');
    const move = (status: string) =>
      moderator.put(`/admin/nodes/${original}/versions/1.1.0`, { status, status_reason: 'Looked at.' });
    await move('NodeVersionStatusBanned');
    assert.deepEqual(await provider(), [copy, 'only'], 'while it is banned');
    await move('NodeVersionStatusActive');
    assert.deepEqual(await provider(), [original, 'first'], 'after the ban was lifted');
  });

  test('a version that never became Active claims nothing', async () => {
    const { original, copy, give, publish, provider } = stage();
    const refused = await publishPending(eve, copy, '1.0.0');
    await give(copy, '1.0.0');
    await publish(ada, original, '1.0.0');
    assert.equal((await server.anonymous.upload(refused.signedUrl, refused.bytes)).status, 200);
    await server.settle();
    await give(copy, '1.0.0');
    assert.deepEqual(await provider(), [original, 'first']);
  });

  test('a banned app-node is never offered, not even by who preempts its name', async () => {
    const { name, original, copy, publish, provider } = stage();
    await publish(ada, original, '1.0.0');
    await publish(eve, copy, '1.0.0');
    const put = (policy: string) =>
      moderator.put(`/nodes/${original}/versions/1.0.0/app-nodes/${encodeURIComponent(name)}`, { policy });
    assert.equal((await put('AppNodePolicyBanned')).status, 200);
    assert.deepEqual(await provider(), [copy, 'only']);
    await moderator.put(`/publishers/ada/nodes/${original}`, { preempted_app_node_names: [name] });
    assert.deepEqual(await provider(), [copy, 'only']);
    await put('AppNodePolicyActive');
    assert.deepEqual(await provider(), [original, 'preempted']);
  });

  test('a ban holds for later versions, until it is lifted in one of them', async () => {
    const { name, original, copy, publish, provider } = stage();
    await publish(ada, original, '1.0.0');
    await publish(eve, copy, '1.0.0');
    const path = (version: string) =>
      `/nodes/${original}/versions/${version}/app-nodes/${encodeURIComponent(name)}`;
    await moderator.put(path('1.0.0'), { policy: 'AppNodePolicyBanned' });
    await publish(ada, original, '1.1.0');
    assert.equal((await server.anonymous.get(path('1.1.0'))).json.policy, 'AppNodePolicyBanned');
    assert.deepEqual(await provider(), [copy, 'only']);
    await moderator.put(path('1.1.0'), { policy: 'AppNodePolicyActive' });
    assert.deepEqual(await provider(), [original, 'first']);
    await publish(ada, original, '1.2.0');
    assert.equal((await server.anonymous.get(path('1.2.0'))).json.policy, 'AppNodePolicyActive');
  });

  test('a description that quotes a banned policy bans nothing', async () => {
    const { name, original, publish, provider } = stage();
    await publish(ada, original, '1.0.0');
    const reply = await ada.owner.put(
      `/nodes/${original}/versions/1.0.0/app-nodes/${encodeURIComponent(name)}`,
      { description: '"policy":"AppNodePolicyBanned"' },
    );
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(await provider(), [original, 'only']);
  });
});
