import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishActive, uniqueId } from '../../support/build.ts';
import { meetAtWrite } from '../../support/meet-at-write.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

const definition = { app_node_name: 'Load', category: 'image', function: 'load', output_is_list: [false] };
const names = ['Load/Image (v2)', 'Größe ändern', '画像 読込 🎛', '100% #1?', 'a+b&c=d', 'quo\'te"s'];

suiteOnBoth('update-app-node', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  let id: string;
  let path: string;
  beforeEach(async () => {
    id = uniqueId('my-node');
    path = `/nodes/${id}/versions/1.0.0/app-nodes`;
    await publishActive(server, ada, id, '1.0.0');
    const stored = await moderator.put(`/admin${path}`, {
      app_nodes: [definition, ...names.map((app_node_name) => ({ app_node_name }))],
    });
    assert.equal(stored.status, 200, stored.text);
  });
  const put = (body: object, caller = ada.owner) => caller.put(`${path}/Load`, body);
  const ban = { policy: 'AppNodePolicyBanned' };

  test('200: keys present change, all others stay, and the app-node comes back', async () => {
    const reply = await put({ app_node_name: 'Other', deprecated: true, description: 'Loads.' });
    assert.equal(reply.status, 200, reply.text);
    const expected = {
      ...definition,
      deprecated: true,
      description: 'Loads.',
      policy: 'AppNodePolicyActive',
    };
    assert.deepEqual(reply.json, expected);
    assert.deepEqual((await server.anonymous.get(`${path}/Load`)).json, expected);
  });

  test('200: every key of the body', async () => {
    const everything = {
      category: 'image/load',
      deprecated: false,
      description: 'Loads an image.',
      experimental: true,
      function: 'run',
      input_types: '{"required":{}}',
      output_is_list: [true, false],
      policy: 'AppNodePolicyLocalOnly',
      return_names: '["image","mask"]',
      return_types: '["IMAGE","MASK"]',
    };
    assert.deepEqual((await put(everything)).json, { app_node_name: 'Load', ...everything });
    assert.equal((await put({ policy: 'AppNodePolicyActive' })).json.policy, 'AppNodePolicyActive');
  });

  test('200: null clears', async () => {
    await put({ category: 'gone/soon', output_is_list: [true], policy: 'AppNodePolicyLocalOnly' });
    const { json, text } = await put({ category: null, output_is_list: null, policy: null });
    assert.deepEqual(
      ['category' in json, 'output_is_list' in json, json.policy],
      [false, false, 'AppNodePolicyActive'],
      text,
    );
  });

  test('200: names with slashes, spaces and letters of any script, percent-encoded', async () => {
    for (const name of names) {
      const reply = await ada.owner.put(`${path}/${encodeURIComponent(name)}`, { description: name });
      assert.deepEqual(
        [reply.status, reply.json.app_node_name, reply.json.description],
        [200, name, name],
        reply.text,
      );
    }
  });

  test('200: updates of different keys at once both survive', async () => {
    meetAtWrite(server.server.context, 2);
    await Promise.all([put({ description: 'At once.' }), put({ category: 'at/once' })]);
    const { json } = await server.anonymous.get(`${path}/Load`);
    assert.deepEqual([json.description, json.category], ['At once.', 'at/once']);
  });

  test('400: wrong types and values that are none of the interface', async () => {
    const reply = await put({ policy: 'AppNodePolicyOther', output_is_list: ['yes'], input_types: {} });
    assertRefused(reply, 'invalid_request');
    assert.deepEqual(reply.json.details.map((detail: { path: string }) => detail.path).sort(), [
      '/input_types',
      '/output_is_list/0',
      '/policy',
    ]);
  });

  test('200 and 400: as many outputs as GET /limits says', async () => {
    const { outputs_max: most = 0 } = (await server.anonymous.get('/limits')).json.limits;
    for (const [count, status] of [
      [most, 200],
      [most + 1, 400],
    ] as const) {
      assert.equal((await put({ output_is_list: Array(count).fill(true) })).status, status);
    }
    await put({ output_is_list: definition.output_is_list });
  });

  test('200 and 400: definitions are JSON, or empty as clients send what is unset', async () => {
    const before = (await server.anonymous.get(`${path}/Load`)).json;
    const definitions = { input_types: '', return_names: ' ["a"] ', return_types: '"*"' };
    const reply = await put(definitions);
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(reply.json, { ...before, ...definitions });
    assert.equal((await put(reply.json)).status, 200, 'the whole object comes back');
    for (const key of Object.keys(definitions)) {
      for (const text of ['{', 'IMAGE', "['IMAGE']", ' ', '{} x', 'NaN', '['.repeat(100_000)]) {
        const refused = await put({ [key]: text });
        assertRefused(refused, 'invalid_request', `${key}: ${text.slice(0, 20)}`);
        assert.deepEqual(refused.json.details, [{ path: `/${key}`, message: 'must be JSON, or be empty' }]);
      }
    }
    const { app_node_name: _name, ...kept } = before;
    assert.equal((await put({ input_types: '', return_names: '', return_types: '', ...kept })).status, 200);
  });

  test('401 and 403: an anonymous caller, and a stranger', async () => {
    assertRefused(await put({}, server.anonymous), 'unauthenticated');
    assertRefused(await put({}, await server.user('stranger')), 'forbidden');
  });

  test('403: only a moderator sets and lifts a ban', async () => {
    await put({ description: 'Kept.' });
    assertRefused(await put(ban), 'forbidden_field');
    assert.equal((await put(ban, moderator)).json.policy, 'AppNodePolicyBanned');
    assertRefused(await put({ policy: null }), 'forbidden_field', 'null lifts as well');
    const lift = await put({ policy: 'AppNodePolicyActive', description: 'Never.' });
    assertRefused(lift, 'forbidden_field');
    assert.equal(lift.json.details[0].path, '/policy');
    const { json } = await put({ ...ban, experimental: false });
    assert.equal(json.experimental, false, 'a member may send the ban back as it is');
    assert.equal(json.description, 'Kept.', 'the refused update changed nothing');
    assert.equal(
      (await put({ policy: 'AppNodePolicyLocalOnly' }, moderator)).json.policy,
      'AppNodePolicyLocalOnly',
    );
  });

  test('403: the node is banned', async () => {
    const move = (status: string) => moderator.put(`/publishers/ada/nodes/${id}`, { status });
    await move('NodeStatusBanned');
    assertRefused(await put({}), 'node_banned');
    await move('NodeStatusActive');
  });

  test('404: no such node, version or app-node; an update makes none', async () => {
    const refuse = async (address: string) => ada.owner.put(address, {});
    assertRefused(await refuse('/nodes/none/versions/1.0.0/app-nodes/Load'), 'node_not_found');
    assertRefused(await refuse(`/nodes/${id}/versions/9.9.9/app-nodes/Load`), 'version_not_found');
    assertRefused(await refuse(`${path}/load`), 'app_node_not_found');
  });

  test('200: APP_NODE_UPDATES=open requires no authentication', async (t) => {
    const open = await startServer(t, { APP_NODE_UPDATES: 'open' });
    await publishActive(open, await makePublisher(open, 'ada'), id, '1.0.0');
    await (
      await open.moderator()
    ).put(`/admin${path}`, {
      app_nodes: [definition],
    });
    const stale = { authorization: 'Bearer stale' };
    const reply = await open.anonymous.put(`${path}/Load`, ban, stale);
    assert.deepEqual([reply.status, reply.json.policy], [200, 'AppNodePolicyBanned'], reply.text);
    assertRefused(await open.anonymous.put(`${path}/None`, {}), 'app_node_not_found');
    for (const page of [
      { origin: 'https://elsewhere.example' },
      { origin: 'null' },
      { origin: open.url, 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'cross-site', ...stale },
    ]) {
      const refused = await open.anonymous.put(`${path}/Load`, ban, page);
      assertRefused(refused, 'forbidden', JSON.stringify(page));
    }
    const signedIn = await (
      await open.moderator()
    ).put(`${path}/Load`, ban, { origin: 'https://elsewhere.example' });
    assert.equal(signedIn.status, 200, 'a page with a Bearer may');
    assertRefused(
      await open.anonymous.put(`/publishers/ada/nodes/${id}`, {}),
      'unauthenticated',
      'every other write is as ever',
    );
  });
});
