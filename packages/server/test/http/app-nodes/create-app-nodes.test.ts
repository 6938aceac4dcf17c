import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishPending } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

suiteOnBoth('create-app-nodes', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  const pending = async (version: string) => {
    await publishPending(ada, 'node', version);
    return `/nodes/node/versions/${version}`;
  };
  const statusOf = async (path: string) => (await server.anonymous.get(path)).json.app_node_extract_status;

  test('204: the definitions are stored under their names', async () => {
    const path = await pending('1.0.0');
    const reply = await moderator.post(`${path}/app-nodes`, {
      success: true,
      status: 'success',
      reason: '',
      cloud_build_info: { build_id: '1' },
      nodes: { Blur: { policy: 'AppNodePolicyLocalOnly', function: 'run' }, Sharpen: { deprecated: true } },
    });
    assert.equal(reply.status, 204, reply.text);
    const { json } = await server.anonymous.get(`${path}/app-nodes`);
    assert.deepEqual(json.app_nodes, [
      { app_node_name: 'Blur', policy: 'AppNodePolicyLocalOnly', function: 'run' },
      { app_node_name: 'Sharpen', policy: 'AppNodePolicyActive', deprecated: true },
    ]);
    assert.equal(await statusOf(path), 'success');
  });

  test('204: a reader that failed says so, and one that found nothing', async () => {
    const path = await pending('2.0.0');
    assert.equal((await moderator.post(`${path}/app-nodes`, { success: false, reason: 'no' })).status, 204);
    assert.equal(await statusOf(path), 'failed');
    assert.equal((await moderator.post(`${path}/app-nodes`, { success: true, nodes: {} })).status, 204);
    assert.equal(await statusOf(path), 'unsupported');
  });

  test('409: a version whose definitions are there', async () => {
    const path = await pending('3.0.0');
    await moderator.post(`${path}/app-nodes`, { nodes: { Blur: {} } });
    assertRefused(await moderator.post(`${path}/app-nodes`, { nodes: { Other: {} } }), 'illegal_transition');
    assert.equal((await server.anonymous.get(`${path}/app-nodes`)).json.total, 1);
  });

  test('204: as many as a version may have', async () => {
    const path = await pending('5.0.0');
    const nodes = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, index) => [`N${index}`, { category: 'a'.repeat(40) }]),
    );
    const reply = await moderator.post(`${path}/app-nodes`, { nodes });
    assert.equal(reply.status, 204, reply.text);
    assert.equal((await server.anonymous.get(`${path}/app-nodes`)).json.total, 5_000);
  });

  test('400: names that hide characters', async () => {
    const path = await pending('6.0.0');
    for (const name of ['KSampler\u200b', 'K\u202eSampler', 'a\tb', '']) {
      assertRefused(await moderator.post(`${path}/app-nodes`, { nodes: { [name]: {} } }), 'invalid_request');
      const body = { app_nodes: [{ app_node_name: name }] };
      assertRefused(await moderator.put(`/admin${path}/app-nodes`, body), 'invalid_request');
    }
    const nodes = { 'Blur 👁\u200d🗨': { display_name: 'Blur\u202e' } };
    assertRefused(await moderator.post(`${path}/app-nodes`, { nodes }), 'invalid_request');
    nodes['Blur 👁\u200d🗨'].display_name = 'Blur';
    assert.equal((await moderator.post(`${path}/app-nodes`, { nodes })).status, 204);
  });

  test('400 and 403: a wrong definition, too many of them, and a publisher', async () => {
    const path = await pending('4.0.0');
    const wrong = await moderator.post(`${path}/app-nodes`, { nodes: { Blur: { deprecated: 'yes' } } });
    assertRefused(wrong, 'invalid_request');
    const many = Object.fromEntries(Array.from({ length: 5_001 }, (_, index) => [`N${index}`, {}]));
    assertRefused(await moderator.post(`${path}/app-nodes`, { nodes: many }), 'invalid_request');
    for (const name of ['n'.repeat(501), 'a\0b', 'a\nb'.repeat(300)]) {
      assertRefused(await moderator.post(`${path}/app-nodes`, { nodes: { [name]: {} } }), 'invalid_request');
    }
    const hidden = { nodes: { 'a\nb': { deprecated: 'yes' } } };
    assertRefused(await moderator.post(`${path}/app-nodes`, hidden), 'invalid_request');
    assertRefused(await ada.owner.post(`${path}/app-nodes`, { nodes: {} }), 'forbidden');
  });
});
