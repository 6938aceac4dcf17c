import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishActive } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

suite('moderate-node', async () => {
  const server = await startServer({ after });
  const { anonymous } = server;
  const moderator = await server.moderator();
  const ada = await makePublisher(server, 'ada');
  const bob = await makePublisher(server, 'bob');
  const make = (id: string) => ada.owner.post('/publishers/ada/nodes', { id });

  test('200: what a moderator may change, by the id alone; a whole object leaves the publisher', async () => {
    await make('Plain');
    const whole = (await moderator.get('/nodes/plain')).json;
    const reply = await moderator.put('/admin/nodes/plain', {
      ...whole,
      search_ranking: 3,
      supported_os: ['Linux'],
      reason: 'Checked.',
    });
    assert.equal(reply.status, 200, reply.text);
    const { search_ranking, supported_os, publisher } = reply.json;
    assert.deepEqual([search_ranking, supported_os, publisher.id], [3, ['Linux'], 'ada']);
  });

  test('200: a node goes to another publisher with its versions and their packages', async () => {
    const { bytes } = await publishActive(server, ada, 'Given', '1.0.0');
    const reply = await moderator.put('/admin/nodes/given', { publisher: { id: 'bob' }, reason: 'Asked.' });
    assert.deepEqual([reply.status, reply.json.publisher.id], [200, 'bob'], reply.text);
    const { downloadUrl } = (await anonymous.get('/nodes/given/install')).json;
    assert.match(downloadUrl, /\/packages\/bob\/Given\//);
    assert.deepEqual((await anonymous.get(downloadUrl)).bytes, bytes);
    assertRefused(await ada.owner.put('/publishers/ada/nodes/given', { tags: [] }), 'node_not_found');
    const next = await publishActive(server, bob, 'Given', '2.0.0');
    const latest = (await anonymous.get('/nodes/given/install')).json;
    assert.deepEqual((await anonymous.get(latest.downloadUrl)).bytes, next.bytes);
    const { changes } = (await moderator.get('/admin/changes?limit=1000&subject=node:given')).json;
    assert.ok(changes.some(({ after }) => after?.publisher === 'bob'));
  });

  test('200: a node is unclaimed again', async () => {
    await make('Left');
    const reply = await moderator.put('/admin/nodes/left', {
      publisher: { id: 'unclaimed_nodes' },
      reason: 'Left.',
    });
    assert.deepEqual([reply.status, reply.json.publisher.id], [200, 'unclaimed_nodes'], reply.text);
    assertRefused(await ada.owner.delete('/publishers/ada/nodes/left'), 'node_not_found');
  });

  test('200: a node of a banned publisher, sent back as it was read, is not banned itself', async () => {
    const eve = await makePublisher(server, 'eve');
    await eve.owner.post('/publishers/eve/nodes', { id: 'Whole' });
    const ban = (status: string) => moderator.put('/admin/publishers/eve', { status, reason: 'Looked at.' });
    assert.equal((await ban('PublisherStatusBanned')).status, 200);
    const list = await moderator.get('/publishers/eve/nodes?include_banned=true');
    assert.equal(list.json[0].status, 'NodeStatusBanned');
    for (const path of ['/admin/nodes/whole', '/publishers/eve/nodes/whole']) {
      const reply = await moderator.put(path, { ...list.json[0], search_ranking: 4, reason: 'Checked.' });
      assert.deepEqual([reply.status, reply.json.status], [200, 'NodeStatusBanned'], reply.text);
    }
    assert.equal((await ban('PublisherStatusActive')).status, 200);
    assert.equal((await anonymous.get('/nodes/whole')).json.status, 'NodeStatusActive');
  });

  test('200: a node that is banned while its publisher is stays so when that ban is lifted', async () => {
    const mal = await makePublisher(server, 'mal');
    for (const id of ['Meant', 'Named', 'Other']) await publishActive(server, mal, id, '1.0.0');
    const set = (status: string) => moderator.put('/admin/publishers/mal', { status, reason: 'Looked at.' });
    assert.equal((await set('PublisherStatusBanned')).status, 200);
    const status = 'NodeStatusBanned';
    const bans: [string, object][] = [
      ['/admin/nodes/meant', { status, reason: 'Steals.', advisory: 'It sends tokens away.' }],
      ['/publishers/mal/nodes/named', { id: 'Named', status, status_detail: 'Steals.' }],
    ];
    for (const [path, body] of bans) {
      const { status: code, json, text } = await moderator.put(path, body);
      assert.deepEqual([code, json.status], [200, status], text);
    }
    assert.equal((await set('PublisherStatusActive')).status, 200);
    for (const id of ['meant', 'named']) assertRefused(await anonymous.get(`/nodes/${id}`), 'node_banned');
    assert.equal((await anonymous.get('/nodes/other')).status, 200);
    assert.equal((await anonymous.get('/advisories?node_id=meant')).json.total, 1);
  });

  test('200: a node that leaves a banned publisher and is banned in one request stays banned', async () => {
    const gus = await makePublisher(server, 'gus');
    await publishActive(server, gus, 'Leaving', '1.0.0');
    await moderator.post('/publishers/gus/ban', { reason: 'Spam.' });
    const body = { publisher: { id: 'bob' }, status: 'NodeStatusBanned', reason: 'Malicious.' };
    const reply = await moderator.put('/admin/nodes/leaving', body);
    assert.deepEqual([reply.json.publisher.id, reply.json.status], ['bob', 'NodeStatusBanned'], reply.text);
    assertRefused(await anonymous.get('/nodes/leaving'), 'node_banned');
  });

  test('200: the detail on a ban goes with it, and is neither the reason to lift it nor that of the next', async () => {
    await make('Twice');
    const path = '/publishers/ada/nodes/twice';
    const shown = async () => {
      const { nodes } = (await ada.owner.get('/publishers/ada/nodes/v2')).json;
      const { status, status_detail } = nodes.find(({ id }: { id: string }) => id === 'Twice');
      const { changes } = (await ada.owner.get('/publishers/ada/audit')).json;
      return [status, status_detail, changes[0].reason];
    };
    await moderator.put(path, { status: 'NodeStatusBanned', status_detail: 'Spam.' });
    assert.deepEqual(await shown(), ['NodeStatusBanned', 'Spam.', 'Spam.']);
    await moderator.put(path, { status: 'NodeStatusActive' });
    assert.deepEqual(await shown(), ['NodeStatusActive', undefined, '']);
    await moderator.put('/admin/nodes/twice', { status_detail: 'Watched.', reason: 'Odd.' });
    await moderator.post(`${path}/ban`, { reason: 'Steals.' });
    assert.deepEqual(await shown(), ['NodeStatusBanned', undefined, 'Steals.']);
  });

  test('200: a deleted node whose publisher was deleted, too, goes to another one', async () => {
    const fay = await makePublisher(server, 'fay');
    await publishActive(server, fay, 'Orphan', '1.0.0');
    await fay.owner.delete('/publishers/fay/nodes/orphan');
    assert.equal((await fay.owner.delete('/publishers/fay')).status, 204);
    assertRefused(await moderator.put('/admin/nodes/orphan', { tags: [] }), 'publisher_not_found');
    const body = { publisher: { id: 'bob' }, status: 'NodeStatusActive', reason: 'Asked.' };
    const reply = await moderator.put('/admin/nodes/orphan', body);
    assert.deepEqual([reply.json.publisher?.id, reply.json.status], ['bob', 'NodeStatusActive'], reply.text);
    assert.equal((await anonymous.get('/nodes/orphan/install')).status, 200);
  });

  test('200: a deleted node is banned, so that its publisher cannot restore it, and freed as it was', async () => {
    await make('Gone');
    const path = '/publishers/ada/nodes/gone';
    assert.equal((await ada.owner.delete(path)).status, 204);
    const set = (status: string) =>
      moderator.put('/admin/nodes/gone', { status, status_detail: 'Looked at.' });
    const banned = await set('NodeStatusBanned');
    assert.deepEqual([banned.status, banned.json.status], [200, 'NodeStatusBanned'], banned.text);
    assertRefused(await ada.owner.put(path, { status: 'NodeStatusActive' }), 'node_banned');
    const freed = await set('NodeStatusActive');
    assert.deepEqual([freed.status, freed.json.status], [200, 'NodeStatusDeleted'], freed.text);
    assertRefused(await bob.owner.put('/admin/nodes/gone', {}), 'forbidden');
    assert.equal((await ada.owner.put(path, { status: 'NodeStatusActive' })).status, 200);
  });

  test('200: a whole node of the largest kind', async () => {
    await make('Large');
    const text = 'x'.repeat(60_000);
    const reply = await moderator.put('/admin/nodes/large', {
      description: 'y'.repeat(1_000),
      reason: 'Checked.',
      ignored: Array.from({ length: 6 }, () => text),
    });
    assert.equal(reply.status, 200, reply.text);
  });

  test('400, 403 and 404', async () => {
    await make('Held');
    assertRefused(await moderator.put('/admin/nodes/held', { name: 'Without a reason' }), 'invalid_request');
    assertRefused(await moderator.put('/admin/nodes/held', { id: 'other' }), 'id_mismatch');
    const nobody = await moderator.put('/admin/nodes/held', {
      publisher: { id: 'nobody' },
      reason: 'Asked.',
    });
    assertRefused(nobody, 'publisher_not_found');
    assertRefused(await ada.owner.put('/admin/nodes/held', { publisher: { id: 'ada' } }), 'forbidden');
    assertRefused(await moderator.put('/admin/nodes/none', {}), 'node_not_found');
  });
});
