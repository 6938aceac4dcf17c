import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import type { AppNode } from '@patchbay/contract';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishPending, uniqueId, zip } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

const source = `class Blur:
    CATEGORY = "image"
    FUNCTION = "run"
    RETURN_TYPES = ("IMAGE",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",)}}


NODE_CLASS_MAPPINGS = {"Blur": Blur, "Blur again": Blur}
`;

suiteOnBoth('extract-version', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  let path: string;
  let signedUrl: string;
  beforeEach(async () => {
    const id = uniqueId('my-node');
    path = `/nodes/${id}/versions/1.0.0`;
    ({ signedUrl } = await publishPending(ada, id, '1.0.0'));
  });
  const upload = async () => {
    const reply = await server.anonymous.upload(signedUrl, await zip({ '__init__.py': source }));
    assert.equal(reply.status, 200, reply.text);
    await server.settle();
  };

  test('409: before the package came there is nothing to read', async () => {
    assertRefused(await ada.owner.post(`${path}/extract`), 'illegal_transition');
  });

  test('200: reads the package again in place of what was stored, and keeps what a moderator banned', async () => {
    await upload();
    const read = async () => (await server.anonymous.get(`${path}/app-nodes`)).json.app_nodes;
    const extracted = await read();
    assert.deepEqual(extracted[0], {
      app_node_name: 'Blur',
      category: 'image',
      function: 'run',
      input_types: '{"required":{"image":["IMAGE"]}}',
      policy: 'AppNodePolicyActive',
      return_types: '["IMAGE"]',
    });
    await moderator.put(`${path}/app-nodes/Blur`, { policy: 'AppNodePolicyBanned', category: 'edited' });
    const asked = await ada.owner.post(`${path}/extract`);
    assert.deepEqual([asked.status, asked.json.app_node_extract_status], [200, 'pending']);
    await server.settle();
    assert.deepEqual(await read(), [{ ...extracted[0], policy: 'AppNodePolicyBanned' }, extracted[1]]);
    assert.equal((await ada.owner.get(path)).json.app_node_extract_status, 'success');
  });

  test('a ban outlives a reading that fails, and holds for the next version', async () => {
    await upload();
    const node = path.replace('/versions/1.0.0', '');
    const policies = async (version: string) => {
      const { app_nodes } = (await server.anonymous.get(`${node}/versions/${version}/app-nodes`)).json;
      return (app_nodes as AppNode[]).map(({ app_node_name, policy }) => [app_node_name, policy]);
    };
    const banned = ['Blur', 'AppNodePolicyBanned'];
    await moderator.put(`/admin${path}/app-nodes`, { app_nodes: [{ app_node_name: 'Blur' }] });
    await moderator.put(`${path}/app-nodes/Blur`, { policy: 'AppNodePolicyBanned' });
    const allow = (definition_bytes: number | null) =>
      moderator.put('/admin/publishers/ada/quotas', { definition_bytes, reason: 'Asked for.' });
    assert.equal((await allow(1)).status, 200);
    await ada.owner.post(`${path}/extract`);
    await server.settle();
    assert.equal((await server.anonymous.get(path)).json.app_node_extract_status, 'failed');
    assert.deepEqual(await policies('1.0.0'), [banned]);
    assert.equal((await allow(null)).status, 200);
    await ada.owner.post(`${path}/extract`);
    await server.settle();
    assert.deepEqual(await policies('1.0.0'), [banned, ['Blur again', 'AppNodePolicyActive']]);
    const { signedUrl } = await publishPending(ada, node.replace('/nodes/', ''), '1.1.0');
    await server.anonymous.upload(signedUrl, await zip({ '__init__.py': source }));
    await server.settle();
    assert.deepEqual(await policies('1.1.0'), [banned, ['Blur again', 'AppNodePolicyActive']]);
  });

  test('200: app-nodes whose names hide characters are left out, and so are such display names', async () => {
    const hiding = `${source}
NODE_CLASS_MAPPINGS["Blur\\u200b"] = Blur
NODE_DISPLAY_NAME_MAPPINGS = {"Blur": "Blur\\u202e", "Blur again": "Again 👁\u200d🗨"}
`;
    assert.equal(
      (await server.anonymous.upload(signedUrl, await zip({ '__init__.py': hiding }))).status,
      200,
    );
    await server.settle();
    const { app_nodes } = (await server.anonymous.get(`${path}/app-nodes`)).json;
    assert.deepEqual(
      (app_nodes as AppNode[]).map(({ app_node_name, display_name }) => [app_node_name, display_name]),
      [
        ['Blur', undefined],
        ['Blur again', 'Again 👁\u200d🗨'],
      ],
    );
    const { extraction } = (await ada.owner.get(`${path}/findings`)).json;
    assert.match(JSON.stringify(extraction.problems), /zero-width/);
  });

  test('200: a moderator may ask as well', async () => {
    await upload();
    assert.equal((await moderator.post(`${path}/extract`)).status, 200);
    await server.settle();
  });

  test('401, 403 and 404: an anonymous caller, a stranger, no such version', async () => {
    assertRefused(await server.anonymous.post(`${path}/extract`), 'unauthenticated');
    assertRefused(await (await server.user('stranger')).post(`${path}/extract`), 'forbidden');
    assertRefused(await ada.owner.post(path.replace('1.0.0', '9.9.9/extract')), 'version_not_found');
  });
});
