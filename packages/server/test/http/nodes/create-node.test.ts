import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher } from '../../support/build.ts';
import { meetAtWrite } from '../../support/meet-at-write.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

const path = '/publishers/ada/nodes';

suiteOnBoth('create-node', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const bob = await makePublisher(server, 'bob');

  test('201: the node, without a version', async () => {
    const metadata = {
      name: 'My node',
      description: 'Does things.',
      tags: ['image'],
      translations: { de: { name: 'Mein Knoten' } },
    };
    const reply = await ada.owner.post(path, { id: 'My-Node', ...metadata, downloads: 9, search_ranking: 1 });
    assert.equal(reply.status, 201, reply.text);
    const { created_at, updated_at, publisher, ...node } = reply.json;
    assert.deepEqual(node, { id: 'My-Node', ...metadata, downloads: 0, status: 'NodeStatusActive' });
    assert.equal(publisher.id, 'ada');
    const read = await server.anonymous.get('/nodes/my-node?include_translations=true');
    assert.deepEqual([read.json.created_at, read.json.name], [created_at, 'My node']);
    assert.equal(updated_at, created_at);
  });

  test('201: every shape of id that there may be', async () => {
    for (const id of ['a', '7', 'A.b_c-D', 'a'.repeat(100)]) {
      assert.equal((await ada.owner.post(path, { id })).status, 201, id);
    }
  });

  test('400: an id that is malformed, reserved or missing', async () => {
    for (const id of ['', '-a', 'a.', 'a b', 'a/b', 'ä', 'a\n', 'SEARCH', 'reindex', 'a'.repeat(101)]) {
      const reply = await ada.owner.post(path, { id });
      assertRefused(reply, 'invalid_id', id);
      assert.equal(reply.json.details[0].path, '/id');
    }
    assertRefused(await ada.owner.post(path, { name: 'My node' }), 'invalid_request');
  });

  test('401 and 403: an anonymous caller, and a stranger', async () => {
    assertRefused(await server.anonymous.post(path, { id: 'New' }), 'unauthenticated');
    assertRefused(await bob.owner.post(path, { id: 'New' }), 'forbidden');
  });

  test('403: for a banned publisher', async () => {
    const moderator = await server.moderator();
    const move = (status: string) => moderator.put('/admin/publishers/bob', { status, reason: 'Checked.' });
    await move('PublisherStatusBanned');
    assertRefused(await bob.owner.post('/publishers/bob/nodes', { id: 'New' }), 'publisher_banned');
    await move('PublisherStatusActive');
  });

  test('404: no such publisher', async () => {
    assertRefused(await ada.owner.post('/publishers/nobody/nodes', { id: 'New' }), 'publisher_not_found');
  });

  test('409: the id is taken, in any case, by any publisher, even if deleted', async () => {
    assert.equal((await ada.owner.post(path, { id: 'Own-Node' })).status, 201);
    assertRefused(await ada.owner.post(path, { id: 'own-NODE' }), 'id_taken');
    assertRefused(await bob.owner.post('/publishers/bob/nodes', { id: 'own-node' }), 'id_taken');
    await ada.owner.delete(`${path}/own-node`);
    assertRefused(await bob.owner.post('/publishers/bob/nodes', { id: 'own-node' }), 'id_taken');
  });

  test('409: of many who want an id at once one gets it', async () => {
    meetAtWrite(server.server.context, 8);
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => ada.owner.post(path, { id: 'Wanted' })),
    );
    assert.equal(replies.filter(({ status }) => status === 201).length, 1);
    assert.equal(replies.filter(({ status }) => status === 409).length, 7);
  });
});
