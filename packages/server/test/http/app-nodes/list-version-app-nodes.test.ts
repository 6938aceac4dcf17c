import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishActive, uniqueId } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

suiteOnBoth('list-version-app-nodes', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  let id: string;
  let path: string;
  beforeEach(async () => {
    id = uniqueId('my-node');
    path = `/nodes/${id}/versions/1.0.0/app-nodes`;
    await publishActive(server, ada, id, '1.0.0');
  });

  test('200: an empty list before there are any', async () => {
    const reply = await server.anonymous.get(path);
    const { app_nodes, limit, page, total, totalPages } = reply.json;
    assert.deepEqual([app_nodes, limit, page, total, totalPages], [[], 10, 1, 0, 0]);
  });

  test('200: by name, page by page', async () => {
    const names = Array.from({ length: 25 }, (_, index) => `Node ${String(index).padStart(2, '0')}`);
    await moderator.put(`/admin${path}`, {
      app_nodes: names.toReversed().map((app_node_name) => ({ app_node_name })),
    });
    const seen: string[] = [];
    for (const page of [1, 2, 3]) {
      const { json } = await server.anonymous.get(`${path}?page=${page}`);
      assert.deepEqual([json.limit, json.page, json.total, json.totalPages], [10, page, 25, 3]);
      seen.push(...json.app_nodes.map(({ app_node_name }: { app_node_name: string }) => app_node_name));
    }
    assert.deepEqual(seen, names);
    assert.equal((await server.anonymous.get(`${path}?limit=1001`)).json.limit, 1000);
  });

  test('200: only those whose name or display name holds each word, in any case', async () => {
    await moderator.put(`/admin${path}`, {
      app_nodes: [
        { app_node_name: 'KSampler', display_name: 'Sampler (advanced)' },
        { app_node_name: 'Tile sampler', description: 'advanced' },
        { app_node_name: "100%_sure'", input_types: '{"required": {"sampler": ["X"]}}' },
        { app_node_name: 'Ölfarbe', display_name: 'КАРТИНА' },
      ],
    });
    const found = async (search: string) => {
      const { json } = await server.anonymous.get(`${path}?search=${encodeURIComponent(search)}`);
      assert.equal(json.total, json.app_nodes.length);
      return json.app_nodes.map(({ app_node_name }: { app_node_name: string }) => app_node_name);
    };
    assert.deepEqual(await found('SAMPLER'), ['KSampler', 'Tile sampler']);
    assert.deepEqual(await found('sampler advanced'), ['KSampler']);
    assert.deepEqual(await found("100%_sure'"), ["100%_sure'"]);
    for (const text of ['Ölfarbe', 'ÖLFARBE картина', 'Карт'])
      assert.deepEqual(await found(text), ['Ölfarbe'], text);
    assert.deepEqual(await found('  '), await found(''));
    assertRefused(await server.anonymous.get(`${path}?search=a+b+c+d+e+f+g+h+i`), 'invalid_request');
  });

  test('200: since when each exists, and which version changed its inputs or outputs last', async () => {
    const versions: Record<string, readonly object[]> = {
      '1.0.0': [{ app_node_name: 'Old' }, { app_node_name: 'Back' }],
      '1.1.0': [{ app_node_name: 'Old', description: 'Better.' }],
      '1.2.0': [{ app_node_name: 'Old', return_types: '["IMAGE"]' }, { app_node_name: 'Back' }],
      '1.3.0': [{ app_node_name: 'Old', return_types: '["IMAGE"]' }, { app_node_name: 'Back' }],
    };
    for (const [version, app_nodes] of Object.entries(versions)) {
      if (version !== '1.0.0') await publishActive(server, ada, id, version);
      await moderator.put(`/admin/nodes/${id}/versions/${version}/app-nodes`, { app_nodes });
    }
    const historyIn = async (version: string) =>
      (
        await server.anonymous.get(`/nodes/${id}/versions/${version}/app-nodes?include_history=true`)
      ).json.app_nodes.map(({ app_node_name, since, changed_in }) => [app_node_name, since, changed_in]);
    assert.deepEqual(await historyIn('1.3.0'), [
      ['Back', '1.2.0', undefined],
      ['Old', '1.0.0', '1.2.0'],
    ]);
    assert.deepEqual(await historyIn('1.1.0'), [['Old', '1.0.0', undefined]]);
    await moderator.put(`/admin/nodes/${id}/versions/1.2.0`, {
      status: 'NodeVersionStatusBanned',
      status_reason: 'Not safe.',
    });
    assert.deepEqual(await historyIn('1.3.0'), [
      ['Back', '1.3.0', undefined],
      ['Old', '1.0.0', '1.3.0'],
    ]);
    const { json } = await server.anonymous.get(`${path}?include_history=true&limit=1000`);
    assert.equal(json.limit, 100);
    assert.equal('since' in (await server.anonymous.get(path)).json.app_nodes[0], false);
  });

  test('200: the history of the last 30 versions does not say since when older app-nodes exist', async () => {
    const app_nodes = [{ app_node_name: 'Old' }];
    for (let minor = 0; minor <= 30; minor += 1) {
      if (minor > 0) await publishActive(server, ada, id, `1.${minor}.0`);
      await moderator.put(`/admin/nodes/${id}/versions/1.${minor}.0/app-nodes`, { app_nodes });
    }
    const sinceIn = async (version: string) =>
      (await server.anonymous.get(`/nodes/${id}/versions/${version}/app-nodes?include_history=true`)).json
        .app_nodes[0].since;
    assert.equal(await sinceIn('1.29.0'), '1.0.0');
    assert.equal(await sinceIn('1.30.0'), undefined);
  });

  test('400: a page that is no number', async () => {
    assertRefused(await server.anonymous.get(`${path}?page=first`), 'invalid_request');
  });

  test('403 and 404: a banned node, and what there is not', async () => {
    assertRefused(await server.anonymous.get(`/nodes/${id}/versions/2.0.0/app-nodes`), 'version_not_found');
    assertRefused(await server.anonymous.get('/nodes/none/versions/1.0.0/app-nodes'), 'node_not_found');
    await moderator.put(`/publishers/ada/nodes/${id}`, { status: 'NodeStatusBanned' });
    assertRefused(await server.anonymous.get(path), 'node_banned');
  });
});
