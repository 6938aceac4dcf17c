import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makePublisher, publishActive } from '../support/build.ts';
import { HostClient } from '../support/host-client.ts';
import { startServer } from '../support/start-server.ts';
import { suiteOnBoth } from '../support/variants.ts';

/** What the front end, the site and the installer of comfyui ask of lists, and read from them. */
suiteOnBoth('lists as the clients of comfyui ask for them', async () => {
  const server = await startServer({ after }, { HOST_PROFILE: 'comfyui' });
  const host = new HostClient(server.url);
  const ada = await makePublisher(server, 'ada');
  const bob = await makePublisher(server, 'bob');
  const moderator = new HostClient(server.url, (await server.moderator()).bearer);
  const owner = new HostClient(server.url, ada.owner.bearer);
  const ids = (reply: { json: { nodes: { id: string }[] } }) => reply.json.nodes.map(({ id }) => id);

  before(async () => {
    await publishActive(server, ada, 'Grain', '1.0.0');
    await publishActive(server, ada, 'Grain', '2.0.0');
    await publishActive(server, bob, 'Blur', '1.0.0');
    const nodes = Array.from({ length: 250 }, (_, index) => ({
      comfy_node_name: `Node ${index}`,
      policy: 'ComfyNodePolicyActive',
    }));
    const stored = await moderator.put('/admin/nodes/grain/versions/2.0.0/comfy-nodes', {
      comfy_nodes: nodes,
    });
    assert.equal(stored.status, 200, stored.text);
  });

  test('all installed nodes at once, by their ids and without a limit', async () => {
    const many = Array.from({ length: 40 }, (_, index) => `many-${index}`);
    for (const id of many) {
      const made = await owner.post('/publishers/ada/nodes', { id });
      assert.equal(made.status, 201, made.text);
    }
    const query = many.map((id) => `node_id=${id}`).join('&');
    const reply = await host.get(`/nodes?${query}`);
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(ids(reply).toSorted(), many.toSorted());
    assert.deepEqual([reply.json.total, reply.json.totalPages, reply.json.limit], [40, 1, 40]);
    const limited = await host.get(`/nodes?${query}&limit=7`);
    assert.deepEqual([ids(limited).length, limited.json.totalPages], [7, 6], 'a limit that is sent counts');
  });

  test('a thousand ids of usual length fit into one request, one more is refused', async () => {
    const usual = (index: number) => `comfyui-some-installed-node-pack-with-a-name-${index}`;
    const query = Array.from({ length: 999 }, (_, index) => `node_id=${usual(index)}`).join('&');
    const reply = await host.get(`/nodes?${query}&node_id=blur`);
    assert.deepEqual([reply.status, ids(reply)], [200, ['Blur']], reply.text);
    const over = await host.get(`/nodes?${query}&node_id=a&node_id=b`);
    assert.deepEqual([over.status, over.json.error], [400, 'invalid_request']);
  });

  test('the comfy-nodes of a version on one page, with the number of pages by both names', async () => {
    for (const limit of [256, 500, 1_000, 5_000]) {
      const { json } = await host.get(`/nodes/grain/versions/2.0.0/comfy-nodes?limit=${limit}`);
      assert.equal(json.comfy_nodes.length, 250);
      assert.deepEqual(
        [json.totalPages, json.totalNumberOfPages, json.limit],
        [1, 1, Math.min(limit, 1_000)],
      );
    }
    const { json } = await host.get('/nodes/grain/versions/2.0.0/comfy-nodes');
    assert.deepEqual([json.comfy_nodes.length, json.totalNumberOfPages], [10, 25]);
  });

  test('what readers take for granted is in every answer that shows a node or a version', async () => {
    const bulk = { node_versions: [{ node_id: 'blur', version: '1.0.0' }] };
    const published = await new HostClient(server.url).post('/publishers/ada/nodes/Fresh/versions', {
      personal_access_token: ada.token,
      node: {},
      node_version: { version: '1.0.0' },
    });
    const nodes = {
      'a single node': (await host.get('/nodes/blur')).json,
      'a node of a list': (await host.get('/nodes?node_id=blur')).json.nodes[0],
      'a node that was found': (await host.get('/nodes/search?search=blur')).json.nodes[0],
      'the provider of a comfy-node': (await host.get('/comfy-nodes/Node%201/node')).json,
      'a node that was changed': (await owner.put('/publishers/ada/nodes/grain', { tags: ['a'] })).json,
      'a node that was made': (await owner.post('/publishers/ada/nodes', { id: 'Made' })).json,
    };
    for (const [what, node] of Object.entries(nodes)) {
      assert.equal(node.name, node.id, what);
      assert.equal(node.description, '', what);
      assert.equal(typeof node.publisher.name, 'string', what);
      if (node.id === 'Made') continue;
      assert.deepEqual([node.latest_version.changelog, node.latest_version.dependencies], ['', []], what);
    }
    const versions = {
      'a single version': (await host.get('/nodes/blur/versions/1.0.0')).json,
      'a version of a node': (await host.get('/nodes/blur/versions')).json[0],
      'a version of all': (await host.get('/versions')).json.versions[0],
      'a version of a bulk': (await host.post('/bulk/nodes/versions', bulk)).json.node_versions[0]
        .node_version,
      'the same, kept': (await host.post('/bulk/nodes/versions', bulk)).json.node_versions[0].node_version,
      'a version to install': (await host.get('/nodes/blur/install')).json,
      'a version just published': published.json.node_version,
      'a version that was changed': (
        await owner.put('/publishers/ada/nodes/grain/versions/1.0.0', { deprecated: true })
      ).json,
    };
    for (const [what, version] of Object.entries(versions)) {
      assert.deepEqual([version.changelog, version.dependencies], ['', []], what);
    }
  });

  test('versions by the names of the reference: nodeId, pageSize, status_reason', async () => {
    const ofNode = await host.get('/versions?nodeId=Blur');
    assert.deepEqual(
      ofNode.json.versions.map((version: { node_id: string }) => version.node_id),
      ['Blur'],
      'a filter that is ignored shows the versions of everybody',
    );
    const paged = await host.get('/versions?pageSize=1&page=2');
    assert.deepEqual(
      [paged.json.versions.length, paged.json.pageSize, paged.json.limit, paged.json.page],
      [1, 1, 1, 2],
    );
    const both = await host.get('/versions?pageSize=1&limit=2');
    assert.equal(both.json.limit, 2, 'the name of the contract counts where both are sent');

    const flagged = await moderator.put('/admin/nodes/grain/versions/1.0.0', {
      status: 'NodeVersionStatusFlagged',
      status_reason: 'Calls EVAL 100% of the time',
    });
    assert.equal(flagged.status, 200, flagged.text);
    const flaggedOnes = '/versions?statuses=NodeVersionStatusFlagged';
    for (const [reason, count] of [
      ['eval', 1],
      ['100%25', 1],
      ['1_0', 0],
      ['exec', 0],
      ['', 1],
    ] as const) {
      const found = await moderator.get(`${flaggedOnes}&status_reason=${reason}`);
      assert.equal(found.json.versions?.length, count, `${reason}: ${found.text}`);
    }
    const guess = await host.get(`${flaggedOnes}&status_reason=eval`);
    assert.deepEqual([guess.status, guess.json.error], [403, 'forbidden'], 'a reason is not to be guessed');
    const without = await moderator.get(`${flaggedOnes}&include_status_reason=false`);
    assert.equal(without.json.versions[0].status_reason, undefined);
    const withReason = await moderator.get(`${flaggedOnes}&include_status_reason=true`);
    assert.match(withReason.json.versions[0].status_reason, /EVAL/);
    // Its publisher learns it where the tools of the reference look.
    const owned = [
      (await owner.get('/versions?nodeId=Grain')).json.versions,
      (await owner.get('/nodes/grain/versions?include_status_reason=true')).json,
    ];
    for (const versions of owned) {
      const held = versions.find(({ version }: { version: string }) => version === '1.0.0');
      assert.deepEqual(
        [held.status, held.status_reason],
        ['NodeVersionStatusFlagged', flagged.json.status_reason],
      );
    }
    assert.doesNotMatch((await host.get('/versions?nodeId=grain')).text, /EVAL/);
  });

  test('comfy-nodes by the names of the reference: comfy_node_name, node_version, pageSize', async () => {
    const names = async (query: string) => {
      const { status, text, json } = await host.get(`/comfy-nodes?${query}`);
      assert.equal(status, 200, text);
      return json.comfy_nodes.map((one: { comfy_node_name: string }) => one.comfy_node_name);
    };
    assert.deepEqual(await names('comfy_node_name=Node%207'), ['Node 7']);
    assert.deepEqual(await names('comfy_node_name=node%207'), []);
    assert.equal((await names('node_id=grain&node_version=2.0.0&pageSize=100')).length, 100);
    assert.deepEqual(await names('node_id=grain&node_version=1.0.0'), []);
  });

  test('a missing provider is said in English', async () => {
    const { status, json } = await host.get('/comfy-nodes/No%20such/node');
    assert.deepEqual(
      [status, json.message],
      [404, 'No node provides the comfy-node "No such". Check the name.'],
    );
  });

  test('an empty form is no body, as a client without one sends it', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const reviewed = await owner.send('POST', '/nodes/blur/reviews?star=5', '', form);
    assert.deepEqual([reviewed.status, reviewed.json.rating], [200, 5], reviewed.text);
    const empty = await owner.send('POST', '/nodes/blur/reviews?star=4', '', {
      'content-type': 'application/json',
    });
    assert.deepEqual([empty.status, empty.json.rating], [200, 4], empty.text);
    const filled = await owner.send('POST', '/nodes/blur/reviews?star=4', 'star=5', form);
    assert.deepEqual([filled.status, filled.json.error], [415, 'unsupported_media_type']);
    const missing = await owner.send('POST', '/publishers', '', form);
    assert.deepEqual([missing.status, missing.json.error], [400, 'invalid_request']);
  });

  test('nodes by their repository, and with latest', async () => {
    const repository = 'https://github.com/Ada/Grain_100%25';
    await owner.put('/publishers/ada/nodes/grain', { repository });
    const search = async (text: string) =>
      ids(await host.get(`/nodes/search?repository_url_search=${encodeURIComponent(text)}`));
    for (const text of ['github.com/ada/GRAIN', repository]) assert.deepEqual(await search(text), ['Grain']);
    for (const text of ['grain0', 'github.com_ada']) assert.deepEqual(await search(text), []);
    const total = await host.get('/nodes/search?repository_url_search=ada&search=grain');
    assert.deepEqual([ids(total), total.json.total], [['Grain'], 1]);
    const explained = await host.get('/nodes/search?search=grain&explain=true');
    assert.equal(explained.json.hits[0].numbers.exact_comfy_node, 0);
    assert.doesNotMatch(explained.text, /app_node/);
    const latest = await host.get('/nodes?latest=true&limit=1');
    assert.deepEqual([latest.status, latest.headers.get('patchbay-unknown-parameters')], [200, null]);
  });
});
