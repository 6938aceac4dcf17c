import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishActive, uniqueId } from '../../support/build.ts';
import type { Reply } from '../../support/client.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

const idsOf = (reply: Reply): string[] => reply.json.nodes.map(({ id }: { id: string }) => id);

const openSearch = async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  return {
    server,
    ada,
    search: async (query: string, more = '') => {
      const reply = await server.anonymous.get(`/nodes/search?search=${encodeURIComponent(query)}${more}`);
      assert.equal(reply.status, 200, reply.text);
      assert.equal(reply.json.total, idsOf(reply).length);
      return idsOf(reply);
    },
    create: async (id: string, metadata: object = {}) => {
      const reply = await ada.owner.post('/publishers/ada/nodes', { id, ...metadata });
      assert.equal(reply.status, 201, reply.text);
    },
  };
};

suiteOnBoth('search-nodes', async () => {
  const { server, ada, search, create } = await openSearch();
  await create('Painter', { name: 'Oil & Water', author: 'Grace Hopper', tags: ['Brush_Work', '100%'] });
  await create('Noise', {
    description: 'Adds GRAIN to\nan image. Größe ändern.',
    supported_os: ['Windows'],
  });
  await create('other');

  test('200: every word is found in any of the fields, in any case, by its beginning, joined or split', async () => {
    for (const query of [
      'pain',
      'PAINT oil',
      'hopper water',
      'brush_w',
      '100%',
      'publisher paint',
      'grace & 100',
      'brushwork',
      'hopperwater',
      '"paint"',
    ]) {
      assert.deepEqual(await search(query), ['Painter'], query);
    }
    for (const query of [
      'grain',
      'image  grain',
      'to an',
      'GRÖSSE',
      'grösse andern',
      'änd',
      'oise',
      'graim',
    ]) {
      assert.deepEqual(await search(query), ['Noise'], query);
    }
    assert.deepEqual(await search('ada'), ['Painter', 'Noise', 'other']);
  });

  test('200: signs alone and words that no node has find nothing', async () => {
    for (const query of ['200%', '&', '_', '!', 'unicorn', 'paint-unicorn'])
      assert.deepEqual(await search(query), [], query);
  });

  test('200: says which change it has seen, what a word was taken for, and what was left out', async () => {
    const open = async (query: string) => (await server.anonymous.get(`/nodes/search?search=${query}`)).json;
    const { seq, did_you_mean, left_out } = await open('paintre');
    const changes = await (await server.moderator()).get('/admin/changes?limit=1000');
    assert.equal(seq, changes.json.changes.at(-1).seq);
    assert.deepEqual([did_you_mean, left_out], ['painter', undefined]);
    const fewer = await open('oil+grain');
    assert.deepEqual([idsOf({ json: fewer } as Reply), fewer.left_out], [['Noise'], ['oil']]);
    assert.equal((await open('')).seq, undefined);
    const { total, did_you_mean: meant } = await open('paintre&typos=false');
    assert.deepEqual([total, meant], [0, undefined]);
    assert.equal((await open('painter&typos=false')).total, 1);
  });

  test('200: a query without words finds all, page by page', async () => {
    const list = await server.anonymous.get('/nodes?sort=downloads;desc');
    for (const query of ['', '  \t ']) assert.deepEqual(await search(query), idsOf(list));
    assert.equal(idsOf(list).length, 3);
    const page = await server.anonymous.get('/nodes/search?limit=2&page=2');
    assert.deepEqual([page.json.total, page.json.totalPages, idsOf(page).length], [3, 2, 1]);
  });

  test('200: narrowed by the filters of the list', async () => {
    assert.deepEqual(await search('ada', '&supported_os=linux'), ['Painter', 'other']);
    assert.deepEqual(await search('ada', '&node_id=NOISE'), ['Noise']);
    assert.deepEqual(await search('ada', '&compatible=true&form_factor=git-linux'), ['Painter', 'other']);
    assert.deepEqual(await search('', '&tag=BRUSH_work'), ['Painter']);
  });

  test('200: by category and license, and on request with counts of what was found', async () => {
    for (const [id, license, category] of [
      ['first-kind', 'MIT', 'kinds'],
      ['second-kind', 'Apache-2.0', 'Kinds'],
    ] as const)
      await create(id, { category, license, description: 'kindly' });
    const { json } = await server.anonymous.get('/nodes/search?search=kindly&facets=true');
    assert.deepEqual(
      [json.facets.category, json.facets.license],
      [
        [{ value: 'Kinds', count: 2 }],
        [
          { value: 'Apache-2.0', count: 1 },
          { value: 'MIT', count: 1 },
        ],
      ],
    );
    assert.deepEqual(await search('', '&license=mit'), ['first-kind']);
    assert.deepEqual(await search('kindly', '&category=kinds'), ['first-kind', 'second-kind']);
    assert.deepEqual(await search('kindly', '&category=others'), []);
    assert.equal((await server.anonymous.get('/nodes/search?search=kindly')).json.facets, undefined);
    for (const id of ['first-kind', 'second-kind']) await ada.owner.delete(`/publishers/ada/nodes/${id}`);
  });

  test('200: a node cannot be called like this address', async () => {
    assertRefused(await ada.owner.post('/publishers/ada/nodes', { id: 'search' }), 'invalid_id');
  });

  test('400: a query that is too long or holds a NUL', async () => {
    for (const query of ['a'.repeat(201), '%00']) {
      assertRefused(await server.anonymous.get(`/nodes/search?search=${query}`), 'invalid_request', query);
    }
  });
});

suiteOnBoth('search-nodes after changes', async () => {
  const { server, ada, search, create } = await openSearch();
  const moderator = await server.moderator();
  const putAppNodes = async (path: string, ...names: string[]) => {
    const body = { app_nodes: names.map((app_node_name) => ({ app_node_name })) };
    const reply = await moderator.put(`/admin/nodes/${path}/app-nodes`, body);
    assert.equal(reply.status, 200, reply.text);
  };

  test('200: of this id first, then of this name, then by downloads, then the older', async () => {
    for (const id of ['blur-extra', 'blur-more', 'a-blur']) await create(id);
    await create('named', { name: 'BLUR' });
    await create('blur');
    await publishActive(server, ada, 'blur-more', '1.0.0');
    await server.anonymous.get('/nodes/blur-more/install');
    await server.server.context.downloads.flush();
    const inOrder = ['blur', 'named', 'blur-more', 'blur-extra', 'a-blur'];
    assert.deepEqual(await search(' Blur '), inOrder);
    const paged: string[] = [];
    for (const page of [1, 2, 3, 4]) {
      const reply = await server.anonymous.get(`/nodes/search?search=blur&limit=2&page=${page}`);
      assert.deepEqual([reply.json.total, reply.json.totalPages], [5, 3]);
      paged.push(...idsOf(reply));
    }
    assert.deepEqual(paged, inOrder, 'page by page as well');
    const { json } = await server.anonymous.get('/nodes/search?search=blur&limit=2&explain=true');
    const numbers = (json.hits ?? []).map(({ node_id, numbers: of }) => [node_id, of?.score ?? 0] as const);
    assert.deepEqual(
      numbers.map(([id]) => id),
      inOrder.slice(0, 2),
    );
    const [[, best] = [], [, next] = []] = numbers;
    assert.ok(Number(best) > Number(next) && Number(next) > 0, `${best} and ${next}`);
  });

  test('200: app-nodes of the latest version alone, by either parameter', async () => {
    await publishActive(server, ada, 'other', '1.0.0');
    await putAppNodes('other/versions/1.0.0', 'Gauß Kernel', 'Median_Filter');
    assert.deepEqual(await search('median_f'), ['other']);
    assert.deepEqual(await search('', '&app_node_search=kernel%20gau%C3%9F'), ['other']);
    assert.deepEqual(await search('', '&app_node_search=ke'), ['other']);
    assert.deepEqual(await search('', '&app_node_search=other'), [], 'an id is no app-node');
    assert.deepEqual(await search('painter', '&app_node_search=kernel'), []);
    await publishActive(server, ada, 'other', '2.0.0');
    assert.deepEqual(await search('median_f'), [], 'the latest version has it no longer');
    await ada.owner.delete('/publishers/ada/nodes/other/versions/2.0.0');
    assert.deepEqual(await search('median_f'), ['other'], 'and now it has');
  });

  test('200: on request with the app-nodes by which a node was found, the first of them', async () => {
    const id = uniqueId('matched');
    await publishActive(server, ada, id, '1.0.0');
    const long = `${'B'.repeat(210)} weave`;
    const app_nodes = ['Zoo weave', 'Weave 2', 'weave 1', 'Other', long].map((app_node_name) => ({
      app_node_name,
      ...(app_node_name === 'Other' && { display_name: 'Weave by hand' }),
    }));
    await (await server.moderator()).put(`/admin/nodes/${id}/versions/1.0.0/app-nodes`, { app_nodes });
    const path = `/nodes/search?search=WEAVE&installable=true`;
    const { json } = await server.anonymous.get(`${path}&include_matches=true`);
    assert.deepEqual(json.nodes[0].matched_app_node_names, [long, 'Other', 'Weave 2']);
    assert.equal('matched_app_node_names' in (await server.anonymous.get(path)).json.nodes[0], false);
  });

  test('200: what was changed is found by its new words alone', async () => {
    const bob = await makePublisher(server, 'bob');
    const address = '/publishers/bob/nodes';
    for (const id of ['Noise', 'more']) {
      assert.equal((await bob.owner.post(address, { id, description: 'Grain.' })).status, 201);
    }
    await bob.owner.put(`${address}/noise`, { description: 'Pebbles.' });
    assert.deepEqual([await search('grain'), await search('pebble')], [['more'], ['Noise']]);
    assert.deepEqual(await search('publisher bob'), ['Noise', 'more']);
    await bob.owner.put('/publishers/bob', { name: 'Countess Lovelace' });
    assert.deepEqual(await search('lovelace countess'), ['Noise', 'more']);
    assert.deepEqual(await search('bob', '&tag=none'), []);
    assert.ok(!(await search('publisher bob')).some((id) => ['Noise', 'more'].includes(id)));
  });

  test('200: neither deleted nor banned nodes, until they come back', async () => {
    await create('Painter', { name: 'Oil' });
    const set = (status: string) => moderator.put('/publishers/ada/nodes/painter', { status });
    for (const status of ['NodeStatusDeleted', 'NodeStatusBanned']) {
      await set(status);
      assert.deepEqual(await search('oil'), []);
    }
    await set('NodeStatusActive');
    assert.deepEqual(await search('oil'), [], 'the ban is lifted, and what was deleted before it still is');
    await set('NodeStatusActive');
    assert.deepEqual(await search('oil'), ['Painter']);
  });
});
