import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishActive } from '../../support/build.ts';
import type { Reply } from '../../support/client.ts';
import { days } from '../../support/clock.ts';
import { fromAddress } from '../../support/from-address.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

const idsOf = (reply: Reply): string[] => reply.json.nodes.map(({ id }: { id: string }) => id);

/** Four nodes of two publishers, made in this order. */
const openList = async (test: Parameters<typeof startServer>[0]) => {
  const server = await startServer(test);
  const ada = await makePublisher(server, 'ada');
  const bob = await makePublisher(server, 'bob');
  const create = async (id: string, metadata: object, publisher = ada) => {
    const reply = await publisher.owner.post(`/publishers/${publisher.id}/nodes`, { id, ...metadata });
    assert.equal(reply.status, 201, reply.text);
    server.clock.advance(1000);
  };
  await create('Zebra', { name: 'Alpha', translations: { de: { name: 'Alfa' } } });
  await create('ant', { name: 'beta', supported_os: ['Linux'], supported_accelerators: ['CUDA'] });
  await create('Bee', { supported_os: ['Microsoft Windows'], supported_app_version: '>=0.3.0 <0.4.0' });
  await create(
    'cat',
    { supported_os: ['OS Independent', 'macOS'], supported_app_version: 'a good one' },
    bob,
  );
  await publishActive(server, ada, 'Zebra', '1.0.0');
  const { anonymous } = server;
  const list = (query = '') => anonymous.get(`/nodes?${query}`);
  return { server, ada, bob, moderator: await server.moderator(), anonymous, list };
};

suiteOnBoth('list-nodes', async () => {
  const { server, anonymous, list } = await openList({ after });
  /** Another, whose nodes and publishers come and go; each test brings them back. */
  const restless = await openList({ after });

  test('200: nothing yet; who says include_banned finds every page full, however many nodes are gone', async (t) => {
    const server = await startServer(t);
    const none = await server.anonymous.get('/nodes');
    assert.deepEqual(none.json, { nodes: [], limit: 10, page: 1, total: 0, totalPages: 0 });
    const ada = await makePublisher(server, 'ada');
    for (let index = 0; index < 12; index += 1) {
      await ada.owner.post('/publishers/ada/nodes', { id: `node-${index}` });
      if (index % 4 !== 3) await ada.owner.delete(`/publishers/ada/nodes/node-${index}`);
    }
    for (const [page, ids] of [
      [1, ['node-3', 'node-7']],
      [2, ['node-11']],
      [3, []],
    ] as const) {
      const reply = await server.anonymous.get(`/nodes?include_banned=false&limit=2&page=${page}`);
      assert.deepEqual([idsOf(reply), reply.json.total, reply.json.totalPages], [ids, 3, 2]);
    }
  });

  test('200: in the order in which they came, with publisher and latest version, and no key null', async () => {
    const reply = await list();
    assert.deepEqual(idsOf(reply), ['Zebra', 'ant', 'Bee', 'cat']);
    assert.deepEqual([reply.json.total, reply.json.totalPages], [4, 1]);
    const [zebra] = reply.json.nodes;
    assert.equal(zebra.publisher.id, 'ada');
    assert.equal(zebra.latest_version.version, '1.0.0');
    assert.equal(zebra.translations, undefined);
    assert.equal(reply.text.includes('null'), false);
    assert.equal(
      (await list('include_translations=true')).json.nodes[0].translations['de']?.['name'],
      'Alfa',
    );
  });

  test('200: pages of any size up to 1,000, and none past the end', async () => {
    assert.deepEqual(idsOf(await list('limit=3')), ['Zebra', 'ant', 'Bee']);
    const last = await list('limit=3&page=2');
    assert.deepEqual([idsOf(last), last.json.totalPages], [['cat'], 2]);
    assert.equal((await list('limit=5000')).json.limit, 1000);
    assert.deepEqual(idsOf(await list('page=9007199254740991&limit=1000')), []);
  });

  test('200: ordered as asked, either way', async () => {
    await anonymous.get('/nodes/zebra/install');
    await server.server.context.downloads.flush();
    const orders: Readonly<Record<string, readonly string[]>> = {
      id: ['ant', 'Bee', 'cat', 'Zebra'],
      'id;desc': ['Zebra', 'cat', 'Bee', 'ant'],
      name: ['Zebra', 'Bee', 'ant', 'cat'],
      'downloads;desc': ['Zebra', 'ant', 'Bee', 'cat'],
      'trending;desc': ['Zebra', 'ant', 'Bee', 'cat'],
      'created_at;asc': ['Zebra', 'ant', 'Bee', 'cat'],
      'updated_at;desc': ['Zebra', 'cat', 'Bee', 'ant'],
    };
    for (const [sort, ids] of Object.entries(orders)) {
      const [first, second] = [await list(`limit=3&sort=${sort}`), await list(`limit=3&page=2&sort=${sort}`)];
      assert.deepEqual([...idsOf(first), ...idsOf(second)], ids, sort);
      assert.deepEqual([second.json.total, second.json.totalPages], [4, 2]);
    }
  });

  test('200: a node that was renamed stands by the id that it has now', async (t) => {
    const { ada, list } = await openList(t);
    await ada.owner.post('/publishers/ada/nodes/Zebra/rename', { id: 'Bear', reason: 'Asked for.' });
    for (const page of [1, 2, 3, 4])
      assert.deepEqual(idsOf(await list(`sort=id&limit=1&page=${page}`)), [
        ['ant', 'Bear', 'Bee', 'cat'][page - 1],
      ]);
    assert.deepEqual(idsOf(await list('sort=id;desc')), ['cat', 'Bee', 'Bear', 'ant']);
  });

  test('200: on request only nodes with an Active version, with their counts, and by stars', async (t) => {
    const { server, ada, moderator, list } = await openList(t);
    await publishActive(server, ada, 'Zebra', '1.1.0');
    await publishActive(server, ada, 'ant', '1.0.0');
    const app_nodes = ['One', 'Two'].map((app_node_name) => ({ app_node_name }));
    await moderator.put('/admin/nodes/zebra/versions/1.1.0/app-nodes', { app_nodes });
    await moderator.put('/publishers/ada/nodes/ant', { github_stars: 7 });
    await moderator.put('/publishers/ada/nodes/zebra', { github_stars: 1_000 });
    const found = await list('installable=true&include_counts=true&sort=github_stars');
    assert.deepEqual(
      found.json.nodes.map((node: Record<string, unknown>) => [
        node['id'],
        node['app_node_count'],
        node['version_count'],
      ]),
      [
        ['ant', 0, 1],
        ['Zebra', 2, 2],
      ],
    );
    assert.deepEqual([found.json.total, (await list()).json.total], [2, 4]);
    assert.deepEqual(idsOf(await list('installable=true&supported_os=Linux&limit=1')), ['Zebra']);
    assert.deepEqual(idsOf(await list('sort=github_stars;desc')), ['Zebra', 'ant', 'Bee', 'cat']);
    assert.equal((await list()).json.nodes[0].app_node_count, undefined);
    await moderator.put('/publishers/ada/nodes/zebra', { status: 'NodeStatusBanned' });
    assert.deepEqual((await list('installable=true')).json.total, 1);
  });

  test('200: downloads of more than a week ago make no node trend', async (t) => {
    const { server, ada, anonymous, list } = await openList(t);
    await publishActive(server, ada, 'ant', '1.0.0');
    const install = async (...ids: string[]) => {
      for (const [client, id] of ids.entries())
        await anonymous.get(`/nodes/${id}/install`, fromAddress(client));
      await server.server.context.downloads.flush();
    };
    await install('zebra', 'zebra');
    server.clock.advance(days(7));
    await install('ant');
    assert.deepEqual(idsOf(await list('sort=trending;desc&limit=2')), ['ant', 'Zebra']);
    assert.deepEqual(idsOf(await list('sort=downloads;desc&limit=2')), ['Zebra', 'ant']);
  });

  test('200: only some nodes by id, whatever the case, and by the time of their last change', async () => {
    assert.deepEqual(idsOf(await list('node_id=CAT&node_id=ant&node_id=nothing&node_id=')), ['ant', 'cat']);
    assert.deepEqual(idsOf(await list('node_id=cat%00&node_id=%00&node_id=ant')), ['ant']);
    const since = (await list('node_id=ant')).json.nodes[0].created_at;
    const changed = await list(`timestamp=${since}`);
    assert.deepEqual(idsOf(changed), ['Zebra', 'Bee', 'cat']);
    assert.equal(changed.json.total, 3);
  });

  test('200: only the nodes of a publisher, in any order', async () => {
    const reply = await list('publisher_id=ada&sort=id;desc&limit=2');
    assert.deepEqual([idsOf(reply), reply.json.total, reply.json.totalPages], [['Zebra', 'Bee'], 3, 2]);
    assert.deepEqual(idsOf(await anonymous.get('/nodes/search?search=beta&publisher_id=ada')), ['ant']);
    assert.deepEqual(idsOf(await anonymous.get('/nodes/search?search=beta&publisher_id=bob')), []);
    assert.deepEqual(idsOf(await list('publisher_id=nobody')), []);
  });

  test('200: by operating system and accelerator, in any naming; what declares none fits all', async () => {
    for (const os of ['linux', 'LINUX', 'Operating System :: POSIX :: Linux']) {
      assert.deepEqual(idsOf(await list(`supported_os=${os}`)), ['Zebra', 'ant', 'cat'], os);
    }
    assert.deepEqual(idsOf(await list('supported_os=win32')), ['Zebra', 'Bee', 'cat']);
    assert.deepEqual(idsOf(await list('supported_os=lin%25')), ['Zebra', 'cat']);
    assert.deepEqual(idsOf(await list('supported_accelerator=cuda')), ['Zebra', 'ant', 'Bee', 'cat']);
    for (const name of ['GPU :: NVIDIA CUDA', 'Environment :: GPU :: NVIDIA CUDA :: 12', 'nvidia'])
      assert.deepEqual(
        idsOf(await list(`supported_accelerator=${name}`)),
        ['Zebra', 'ant', 'Bee', 'cat'],
        name,
      );
    assert.deepEqual(idsOf(await list('supported_accelerator=rocm')), ['Zebra', 'Bee', 'cat']);
  });

  test('200: only compatible nodes if requested, by what the latest version declares, or else the node', async (t) => {
    const { server, ada, anonymous, list } = await openList(t);
    const ids = async (query: string) => idsOf(await list(query));
    assert.equal((await ids('app_version=v0.5.0&form_factor=git-linux')).length, 4);
    assert.deepEqual(await ids('compatible=true&app_version=v0.3.50&form_factor=git-linux'), [
      'Zebra',
      'ant',
      'cat',
    ]);
    assert.deepEqual(await ids('compatible=true&app_version=v0.3.50&form_factor=desktop-win'), [
      'Zebra',
      'Bee',
      'cat',
    ]);
    assert.deepEqual(await ids('compatible=true&app_version=0.4.0'), ['Zebra', 'ant', 'cat']);
    const reply = await ada.owner.post('/publishers/ada/nodes/bee/versions', {
      personal_access_token: ada.token,
      node: {},
      node_version: { version: '1.0.0', supported_app_version: '>=0.4.0' },
    });
    assert.equal(
      (await ids('compatible=true&app_version=0.4.0')).length,
      3,
      'a Pending version says nothing',
    );
    const { bytes } = await publishActive(server, ada, 'Zebra', '1.0.1');
    await anonymous.upload(reply.json.signedUrl, bytes);
    await server.settle();
    assert.deepEqual(await ids('compatible=true&app_version=0.4.0'), ['Zebra', 'ant', 'Bee', 'cat']);
  });

  test('200: deleted and banned nodes leave their places empty and come back to them', async () => {
    const { moderator, list } = restless;
    const page = async () => {
      const { nodes: _nodes, ...counts } = (await list('limit=2&page=1')).json;
      return [idsOf(await list('limit=2&page=1')), idsOf(await list('limit=2&page=2')), counts.total];
    };
    const set = (id: string, status: string) =>
      moderator.put(`/publishers/${id === 'cat' ? 'bob' : 'ada'}/nodes/${id}`, { status });
    await set('ant', 'NodeStatusDeleted');
    await set('bee', 'NodeStatusBanned');
    assert.deepEqual(await page(), [['Zebra'], ['cat'], 2]);
    assert.equal((await list('limit=2')).json.totalPages, 2);
    await set('ant', 'NodeStatusActive');
    await set('bee', 'NodeStatusActive');
    assert.deepEqual(await page(), [['Zebra', 'ant'], ['Bee', 'cat'], 4]);
  });

  test('200: the total under a filter follows what is listed and what it declares', async () => {
    const { moderator, list } = restless;
    const totals = async () => {
      const replies = [await list('supported_os=linux'), await list('supported_os=win32&limit=1')];
      return replies.map(({ json }) => json.total);
    };
    const edit = (fields: object) => moderator.put('/publishers/ada/nodes/ant', fields);
    assert.deepEqual(await totals(), [3, 3]);
    await edit({ status: 'NodeStatusDeleted' });
    assert.deepEqual(await totals(), [2, 3]);
    await edit({ status: 'NodeStatusActive', supported_os: ['Windows'] });
    assert.deepEqual(await totals(), [2, 4]);
    await edit({ supported_os: ['Linux'] });
    assert.deepEqual(await totals(), [3, 3]);
    await moderator.put('/admin/publishers/bob', { status: 'PublisherStatusBanned', reason: 'Checked.' });
    assert.deepEqual(await totals(), [2, 2]);
    await moderator.put('/admin/publishers/bob', { status: 'PublisherStatusActive', reason: 'Checked.' });
    assert.deepEqual(await totals(), [3, 3]);
  });

  test('200: of a banned publisher nothing; banned nodes for moderators who want them', async () => {
    const { bob, moderator, list } = restless;
    const move = (status: string) => moderator.put('/admin/publishers/bob', { status, reason: 'Checked.' });
    await move('PublisherStatusBanned');
    const query = 'include_banned=true';
    assert.deepEqual(idsOf(await list(query)), ['Zebra', 'ant', 'Bee']);
    assert.deepEqual(idsOf(await bob.owner.get(`/nodes?${query}`)), ['Zebra', 'ant', 'Bee']);
    const all = await moderator.get(`/nodes?${query}`);
    assert.deepEqual(
      [idsOf(all).length, all.json.total, all.json.nodes[3].status],
      [4, 4, 'NodeStatusBanned'],
    );
    assert.equal((await moderator.get('/nodes')).json.total, 3);
    await move('PublisherStatusActive');
    assert.equal((await list()).json.total, 4);
  });

  test('200: unknown parameters are ignored', async () => {
    assert.equal((await list('latest=true&junk=1&junk=2')).json.total, 4);
  });

  test('400: an unknown order, an invalid time, an invalid host version', async () => {
    for (const query of [
      'sort=author',
      'sort=downloads;up',
      'sort=',
      'timestamp=yesterday',
      'timestamp=2026-02-30T00:00:00Z',
      'timestamp=2026-01-01T24:00:00Z',
      'compatible=perhaps',
      'compatible=true&app_version=newest',
    ]) {
      assertRefused(await list(query), 'invalid_request', query);
    }
    assert.equal((await list('app_version=newest')).status, 200, 'not asked to filter');
  });
});
