import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishActive, publishPending, uniqueId } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { currentVariant, suiteOnBoth } from '../../support/variants.ts';

suiteOnBoth('get-node', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  const edit = (id: string, body: object) => ada.owner.put(`/publishers/ada/nodes/${id}`, body);
  await ada.owner.post('/publishers/ada/nodes', { id: 'My-Node' });

  test('200: found whatever the case, in its canonical naming, with publisher and latest version', async () => {
    const { versionId } = await publishActive(server, ada, 'Whole-Node', '1.0.0');
    await edit('whole-node', { name: 'My node', description: 'Mine.', tags: ['image'] });
    const reply = await server.anonymous.get('/nodes/wHole-nOdE');
    assert.equal(reply.status, 200, reply.text);
    const { created_at, updated_at, latest_version, publisher, ...node } = reply.json;
    assert.deepEqual(node, {
      id: 'Whole-Node',
      name: 'My node',
      description: 'Mine.',
      tags: ['image'],
      downloads: 0,
      status: 'NodeStatusActive',
    });
    assert.ok(updated_at > created_at);
    assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.deepEqual([latest_version.id, latest_version.node_id], [versionId, 'Whole-Node']);
    assert.equal(latest_version.downloadUrl, `${server.url}/packages/ada/Whole-Node/1.0.0.zip`);
    const { createdAt, ...profile } = publisher;
    assert.deepEqual(profile, { id: 'ada', name: 'Publisher ada', status: 'PublisherStatusActive' });
    assert.match(createdAt, /Z$/);
  });

  test('200: a key without a value is omitted, never null', async () => {
    await publishPending(ada, 'Bare', '1.0.0');
    const { text, json } = await server.anonymous.get('/nodes/bare');
    assert.equal(text.includes('null'), false);
    const filled = currentVariant().profile.compat.completeAnswers ? ['description', 'name'] : [];
    assert.deepEqual(
      Object.keys(json).sort(),
      ['created_at', 'downloads', 'id', 'publisher', 'status', 'updated_at', ...filled].sort(),
    );
  });

  test('200: the latest version follows precedence, deprecation, pre-release and state', async () => {
    for (const version of ['1.9.0-rc.1', '1.10.0', '1.9.0', '2.0.0-rc.1']) {
      await publishActive(server, ada, 'Ordered', version);
    }
    await publishPending(ada, 'Ordered', '2.0.0');
    const latest = async () => (await server.anonymous.get('/nodes/ordered')).json.latest_version?.version;
    const deprecate = (version: string) => edit(`Ordered/versions/${version}`, { deprecated: true });

    assert.equal(
      await latest(),
      '1.10.0',
      'a release goes before a pre-release, a Pending one does not count',
    );
    await deprecate('1.10.0');
    assert.equal(await latest(), '1.9.0', 'one not deprecated goes before a deprecated one');
    await deprecate('1.9.0');
    assert.equal(await latest(), '2.0.0-rc.1', 'also when it is a pre-release');
    await deprecate('2.0.0-rc.1');
    assert.equal(await latest(), '1.9.0-rc.1', 'and of lower precedence');
    await deprecate('1.9.0-rc.1');
    for (const [version, next] of [
      ['1.10.0', '1.9.0'],
      ['1.9.0', '2.0.0-rc.1'],
      ['2.0.0-rc.1', '1.9.0-rc.1'],
      ['1.9.0-rc.1', undefined],
    ]) {
      assert.equal(await latest(), version);
      await moderator.put(`/admin/nodes/ordered/versions/${version}`, {
        status: 'NodeVersionStatusBanned',
        status_reason: 'Not safe.',
      });
      assert.equal(await latest(), next);
    }
    assert.equal('latest_version' in (await server.anonymous.get('/nodes/ordered')).json, false);
  });

  test('200: translations come when asked for', async () => {
    const translations = { 'pt-BR': { name: 'Meu nó' } };
    await edit('my-node', { translations });
    const get = async (query: string) => (await server.anonymous.get(`/nodes/my-node${query}`)).json;
    assert.equal('translations' in (await get('')), false);
    assert.equal('translations' in (await get('?include_translations=false')), false);
    assert.deepEqual((await get('?include_translations=true')).translations, translations);
  });

  test('200: only people of the publisher and moderators see what moderators wrote', async () => {
    await moderator.put('/publishers/ada/nodes/my-node', { status_detail: 'Watched.', tags_admin: ['odd'] });
    for (const insider of [ada.owner, moderator]) {
      const { json } = await insider.get('/nodes/my-node');
      assert.deepEqual([json.status_detail, json.tags_admin], ['Watched.', ['odd']]);
    }
    const stale = { authorization: 'Bearer stale' };
    for (const reply of [
      await server.anonymous.get('/nodes/my-node'),
      await server.anonymous.get('/nodes/my-node', stale),
      await (await server.user('stranger')).get('/nodes/my-node'),
    ]) {
      assert.equal(reply.status, 200, 'a bad Bearer never turns a public read into a 401');
      assert.equal('status_detail' in reply.json || 'tags_admin' in reply.json, false);
    }
  });

  test('200: with how many app-nodes and versions it has, when asked for', async () => {
    const id = uniqueId('counted');
    for (const version of ['1.0.0', '2.0.0']) await publishActive(server, ada, id, version);
    const app_nodes = [{ app_node_name: 'One' }];
    await moderator.put(`/admin/nodes/${id}/versions/2.0.0/app-nodes`, { app_nodes });
    const { json } = await server.anonymous.get(`/nodes/${id}?include_counts=true`);
    assert.deepEqual([json.app_node_count, json.version_count], [1, 2]);
    const plain = await server.anonymous.get(`/nodes/${id}`);
    assert.equal('version_count' in plain.json, false);
  });

  test('304: to who knows the ETag, until the node changes', async () => {
    const etag = (await server.anonymous.get('/nodes/my-node')).headers.get('etag') ?? '';
    const again = () => server.anonymous.get('/nodes/my-node', { 'if-none-match': etag });
    const unchanged = await again();
    assert.deepEqual([unchanged.status, unchanged.text], [304, '']);
    await edit('my-node', { description: 'New.' });
    assert.equal((await again()).status, 200);
  });

  test('400: a query that is no boolean', async () => {
    const reply = await server.anonymous.get('/nodes/my-node?include_translations=maybe');
    assertRefused(reply, 'invalid_request');
    assert.equal(reply.json.details[0].path, '/include_translations');
  });

  test('403: a banned node', async () => {
    await ada.owner.post('/publishers/ada/nodes', { id: 'Unsafe' });
    await moderator.put('/publishers/ada/nodes/unsafe', { status: 'NodeStatusBanned' });
    assertRefused(await server.anonymous.get('/nodes/unsafe'), 'node_banned');
  });

  test('404: a deleted node, one that never was, and ids of odd shapes', async () => {
    await ada.owner.post('/publishers/ada/nodes', { id: 'Gone' });
    await ada.owner.delete('/publishers/ada/nodes/gone');
    for (const id of ['gone', 'never', '%20', 'a%2Fb', '%00', 'ä']) {
      const reply = await server.anonymous.get(`/nodes/${id}`);
      assertRefused(reply, id === '%00' ? 'not_found' : 'node_not_found', id);
      assert.equal(reply.json.details, undefined, id);
    }
    const bob = await server.user('bob');
    // Who can restore it is told.
    for (const path of ['/nodes/gone', '/nodes/gone/versions', '/nodes/gone/versions/1.0.0']) {
      const reply = await ada.owner.get(path);
      assertRefused(reply, 'node_not_found', path);
      assert.deepEqual(reply.json.details, [{ path: '/status', message: 'is deleted' }], path);
      const other = await bob.get(path);
      assert.equal(other.json.details, undefined, path);
    }
  });
});
