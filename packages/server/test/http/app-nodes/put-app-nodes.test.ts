import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishActive } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

const path = '/admin/nodes/My-Node/versions/1.0.0/app-nodes';

suiteOnBoth('put-app-nodes', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  await publishActive(server, ada, 'My-Node', '1.0.0');
  const version = async () => (await server.anonymous.get('/nodes/my-node/versions/1.0.0')).json;
  const names = async () =>
    (await server.anonymous.get('/nodes/my-node/versions/1.0.0/app-nodes?limit=100')).json.app_nodes.map(
      ({ app_node_name }) => app_node_name,
    );
  const put = (app_node_names: readonly string[]) =>
    moderator.put(path, { app_nodes: app_node_names.map((app_node_name) => ({ app_node_name })) });

  test('200: the definitions stand in place of what was there, and are logged', async () => {
    assert.equal((await version()).app_node_extract_status, 'unsupported', 'its package defines none');
    assert.deepEqual((await put(['Save', 'Load'])).json, { total: 2 });
    assert.equal((await version()).app_node_extract_status, 'success');
    const reply = await put(['Blur', 'Load', 'Load']);
    assert.deepEqual(reply.json, { total: 2 });
    assert.deepEqual(await names(), ['Blur', 'Load']);
    const { id } = await version();
    const { changes } = (await moderator.get(`/admin/changes?limit=1000&subject=version:${id}`)).json;
    assert.deepEqual(changes.at(-1).after, { app_node_names: ['Blur', 'Load'] });
    assert.equal(changes.at(-1).request_id, reply.headers.get('x-request-id'));
  });

  test('200: thousands at once, and none, which says that the package holds none', async () => {
    const many = Array.from({ length: 5000 }, (_, index) => `Node ${index}`);
    assert.deepEqual((await put(many)).json, { total: 5000 });
    assert.deepEqual((await put([])).json, { total: 0 });
    assert.deepEqual(await names(), []);
    assert.equal((await version()).app_node_extract_status, 'unsupported');
  });

  test('409: a policy that would set or lift a ban; a banned name stays banned', async () => {
    const send = (policy: string | undefined) =>
      moderator.put(path, { app_nodes: [{ app_node_name: 'Blur', policy }, { app_node_name: 'Other' }] });
    const one = '/nodes/My-Node/versions/1.0.0/app-nodes/Blur';
    const policy = async () => (await server.anonymous.get(one)).json.policy;
    assert.equal((await send('AppNodePolicyLocalOnly')).status, 200);
    assert.match(
      (await send('AppNodePolicyBanned')).json.message,
      /"Blur" is not banned\. .* ban it with PUT/,
    );
    assert.equal(await policy(), 'AppNodePolicyLocalOnly');
    assert.equal((await moderator.put(one, { policy: 'AppNodePolicyBanned', reason: 'Bad.' })).status, 200);
    for (const lifted of ['AppNodePolicyActive', 'AppNodePolicyLocalOnly']) {
      const reply = await send(lifted);
      assertRefused(reply, 'illegal_transition');
      assert.match(reply.json.message, /"Blur" is banned\. .* lift the ban with PUT of that app-node/);
    }
    for (const kept of [undefined, 'AppNodePolicyBanned']) {
      assert.equal((await send(kept)).status, 200);
      assert.equal(await policy(), 'AppNodePolicyBanned');
    }
    assert.equal((await moderator.put(one, { policy: 'AppNodePolicyActive', reason: 'Good.' })).status, 200);
  });

  test('400: a definition without a name, and more than may be', async () => {
    assertRefused(await moderator.put(path, { app_nodes: [{ category: 'image' }] }), 'invalid_request');
    assertRefused(await put(['']), 'invalid_request');
    assertRefused(await put(Array.from({ length: 5001 }, (_, index) => String(index))), 'invalid_request');
  });

  test('400: a definition that is not JSON', async () => {
    const reply = await moderator.put(path, {
      app_nodes: [
        { app_node_name: 'Fine', return_types: '["IMAGE"]', return_names: '' },
        { app_node_name: 'Load', input_types: '{required: {}}' },
      ],
    });
    assertRefused(reply, 'invalid_request');
    assert.deepEqual(reply.json.details, [
      { path: '/app_nodes/1/input_types', message: 'must be JSON, or be empty' },
    ]);
  });

  test('401 and 403: anyone but a moderator', async () => {
    assertRefused(await server.anonymous.put(path, { app_nodes: [] }), 'unauthenticated');
    assertRefused(await ada.owner.put(path, { app_nodes: [] }), 'forbidden');
  });

  test('404: no such node, no such version', async () => {
    const refuse = (address: string) => moderator.put(address, { app_nodes: [] });
    assertRefused(await refuse('/admin/nodes/none/versions/1.0.0/app-nodes'), 'node_not_found');
    assertRefused(await refuse('/admin/nodes/my-node/versions/9.9.9/app-nodes'), 'version_not_found');
  });
});
