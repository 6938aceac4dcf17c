import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { Client } from '../../support/client.ts';
import { makeData } from '../../support/make-data.ts';
import { addMember, makePublisher, publishActive } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

const path = '/publishers/ada/nodes/v2';

const idsOf = (reply: { json: { nodes: { id: string }[] } }) => reply.json.nodes.map(({ id }) => id);

/** A publisher with twelve nodes, of which three came at one time. */
const openList = async (test: Parameters<typeof startServer>[0]) => {
  const server = await startServer(test);
  const ada = await makePublisher(server, 'ada');
  const ids = ['Old-b', 'Old-a', 'Old-c', ...Array.from({ length: 9 }, (_, index) => `Node-${index}`)];
  for (const id of ids) {
    if (id.startsWith('Node-')) server.clock.advance(1000);
    const reply = await ada.owner.post('/publishers/ada/nodes', { id });
    assert.equal(reply.status, 201, reply.text);
  }
  return { server, ada, moderator: await server.moderator(), stranger: await server.user('stranger') };
};

suiteOnBoth('list-publisher-nodes', async () => {
  const { server, ada, stranger } = await openList({ after });

  test('200: an empty list of a publisher without nodes', async () => {
    await makePublisher(server, 'bob');
    const reply = await stranger.get('/publishers/bob/nodes/v2');
    assert.deepEqual(reply.json, { nodes: [], limit: 10, page: 1, total: 0, totalPages: 0 });
  });

  test('200: newest first, each node on exactly one page', async () => {
    const first = await stranger.get(`${path}?limit=5`);
    const { nodes: _nodes, ...counts } = first.json;
    assert.deepEqual(counts, { limit: 5, page: 1, total: 12, totalPages: 3 });
    const ids = [
      ...idsOf(first),
      ...idsOf(await stranger.get(`${path}?limit=5&page=2`)),
      ...idsOf(await stranger.get(`${path}?limit=5&page=3`)),
    ];
    assert.deepEqual(
      ids.slice(0, 9),
      Array.from({ length: 9 }, (_, index) => `Node-${8 - index}`),
    );
    assert.deepEqual(new Set(ids.slice(9)), new Set(['Old-a', 'Old-b', 'Old-c']));
  });

  test('200: bounds of page and limit', async () => {
    const served = async (query: string) => {
      const { limit, page, nodes } = (await stranger.get(`${path}?${query}`)).json;
      return [limit, page, nodes.length];
    };
    assert.deepEqual(await served(''), [10, 1, 10]);
    assert.deepEqual(await served('limit=1000'), [100, 1, 12]);
    assert.deepEqual(await served('limit=0'), [10, 1, 10]);
    assert.deepEqual(await served('limit=-3&page=-3'), [10, 1, 10]);
    assert.deepEqual(await served('page=3'), [10, 3, 0], 'past the end');
    assert.deepEqual(await served('page=999999999999999'), [10, 999_999_999_999_999, 0]);
  });

  test('200: publisher without members, and the latest version', async () => {
    await publishActive(server, ada, 'Node-8', '1.0.0');
    const [node] = (await stranger.get(`${path}?limit=1`)).json.nodes;
    assert.equal(node.publisher.id, 'ada');
    assert.equal('members' in node.publisher, false);
    assert.equal(node.latest_version.version, '1.0.0');
    assert.equal((await stranger.get(path)).text.includes('null'), false);
  });

  test('200: no deleted nodes; these, or banned ones and their details, for members who request them', async (t) => {
    const { ada, moderator, stranger } = await openList(t);
    await ada.owner.delete('/publishers/ada/nodes/node-0');
    await moderator.put('/publishers/ada/nodes/node-1', {
      status: 'NodeStatusBanned',
      status_detail: 'Not safe.',
    });
    for (const insider of [ada.owner, moderator]) {
      const all = await insider.get(`${path}?limit=100`);
      assert.equal(all.json.total, 11);
      const banned = all.json.nodes.find(({ id }) => id === 'Node-1');
      assert.deepEqual([banned.status, banned.status_detail], ['NodeStatusBanned', 'Not safe.']);
      const without = await insider.get(`${path}?include_banned=false`);
      assert.deepEqual([without.json.total, idsOf(without).includes('Node-1')], [10, false]);
    }
    const outside = await stranger.get(`${path}?include_banned=true&limit=100`);
    assert.deepEqual([outside.json.total, idsOf(outside).includes('Node-1')], [10, false]);
    const deleted = `${path}?only_deleted=true`;
    assert.deepEqual(
      await Promise.all([ada.owner, moderator, stranger].map(async (who) => idsOf(await who.get(deleted)))),
      [['Node-0'], ['Node-0'], []],
    );
  });

  test('200: of a banned publisher insiders see all as banned, others nothing', async (t) => {
    const { ada, moderator, stranger } = await openList(t);
    const move = (status: string) => moderator.put('/admin/publishers/ada', { status, reason: 'Checked.' });
    await move('PublisherStatusBanned');
    const { nodes } = (await ada.owner.get(`${path}?limit=100`)).json;
    assert.ok(nodes.every(({ status }) => status === 'NodeStatusBanned'));
    assert.equal((await stranger.get(path)).json.total, 0);
    await move('PublisherStatusActive');
    assert.equal((await stranger.get(path)).json.total, 12);
  });

  test('200: kept pages show members more than others, and each caller all that was written before', async (t) => {
    const data = await makeData();
    const here = await startServer(t, data.environment);
    const there = await startServer(t, data.environment);
    t.after(() => data.remove());
    const ada = await makePublisher(here, 'ada');
    const helper = await here.user('helper');
    const callers = [await here.user('stranger'), ada.owner, helper, await here.moderator()];
    const list = async (): Promise<string[][]> => {
      const pages: string[][] = [];
      for (const { bearer } of [...callers, ...callers]) {
        const caller = new Client(here.url, bearer);
        const reply = await caller.get(path);
        const { status } = await caller.get(path, { 'if-none-match': reply.headers.get('etag') ?? '' });
        assert.deepEqual([status, reply.headers.get('cache-control')], [304, 'no-store']);
        pages.push(idsOf(reply));
      }
      assert.deepEqual(pages.slice(callers.length), pages.slice(0, callers.length));
      return pages.slice(0, callers.length);
    };
    assert.deepEqual(await list(), [[], [], [], []]);
    const elsewhere = new Client(there.url, ada.owner.bearer);
    for (const id of ['one', 'two']) {
      await elsewhere.post('/publishers/ada/nodes', { id });
      assert.equal((await ada.owner.get(path)).json.nodes[0]?.id, id, 'written through another process');
      const { name } = (await here.anonymous.get(`/nodes/${id}`)).json;
      await elsewhere.put(`/publishers/ada/nodes/${id}`, { name: `New ${id}` });
      const [listed] = (await ada.owner.get(path)).json.nodes;
      const shown = (await here.anonymous.get(`/nodes/${id}`)).json;
      assert.deepEqual([listed?.name, shown.name, name === shown.name], [`New ${id}`, `New ${id}`, false]);
    }
    await callers.at(-1)?.put('/publishers/ada/nodes/two', {
      status: 'NodeStatusBanned',
      status_detail: 'Not safe.',
    });
    assert.deepEqual(await list(), [['one'], ['two', 'one'], ['one'], ['two', 'one']]);
    const added = await addMember({ id: 'ada', owner: elsewhere }, helper);
    assert.deepEqual((await list())[2], ['two', 'one']);
    await elsewhere.delete(`/publishers/ada/members/${added.id}`);
    assert.deepEqual((await list())[2], ['one']);
  });

  test('400: a page or limit that is no integer', async () => {
    for (const query of ['page=first', 'limit=2.5', 'page=1&page=2', 'include_banned=perhaps']) {
      assertRefused(await stranger.get(`${path}?${query}`), 'invalid_request', query);
    }
  });

  test('401: without a valid Bearer', async () => {
    const reply = await server.anonymous.get(path);
    assertRefused(reply, 'unauthenticated');
    assert.equal(reply.headers.get('www-authenticate'), 'Bearer');
    assertRefused(await server.anonymous.get(path, { authorization: 'Bearer stale' }), 'unauthenticated');
    assertRefused(await server.anonymous.get(path, { authorization: 'Basic YTpi' }), 'unauthenticated');
  });

  test('404: no such publisher', async () => {
    assertRefused(await stranger.get('/publishers/nobody/nodes/v2'), 'publisher_not_found');
  });
});
