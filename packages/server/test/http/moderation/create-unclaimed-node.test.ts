import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publication } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

const unclaimed = 'unclaimed_nodes';

suite('create-unclaimed-node', async () => {
  const server = await startServer({ after });
  const { anonymous } = server;
  const moderator = await server.moderator();

  test('201: listed, found and read by anyone, without a version to install', async () => {
    const sent = { id: 'Orphan', name: 'The Orphan', repository: 'https://git.example/ada/orphan' };
    const reply = await moderator.post('/admin/nodes', { ...sent, publisher: { id: unclaimed } });
    assert.equal(reply.status, 201, reply.text);
    assert.equal(reply.json.publisher.id, unclaimed);
    assert.equal((await anonymous.get('/nodes/orphan')).json.name, 'The Orphan');
    assert.equal((await anonymous.get('/nodes?node_id=orphan')).json.total, 1);
    assert.equal((await anonymous.get('/nodes/search?search=orphan')).json.total, 1);
    const { json } = await anonymous.get(`/publishers/${unclaimed}/nodes`);
    assert.ok(json.some(({ id }) => id === 'Orphan'));
    assertRefused(await anonymous.get('/nodes/orphan/install'), 'version_not_found');
  });

  test('its publisher cannot be created, and nothing can be published to it', async () => {
    await moderator.post('/admin/nodes', { id: 'Foundling' });
    const ada = await makePublisher(server, 'ada');
    assertRefused(await ada.owner.post('/publishers', { id: unclaimed }), 'invalid_id');
    assertRefused(await ada.owner.put(`/publishers/${unclaimed}`, { name: 'Mine' }), 'forbidden');
    const publish = await ada.owner.post(
      '/publishers/ada/nodes/foundling/versions',
      publication(ada.token, '1.0.0'),
    );
    assertRefused(publish, 'id_taken');
    assert.match(publish.json.message, /unclaimed. Claim it/);
  });

  test('400, 403 and 409: another publisher, a bad id, a publisher who asks, an id that is taken', async () => {
    const other = await moderator.post('/admin/nodes', { id: 'A', publisher: { id: 'ada' } });
    assertRefused(other, 'id_mismatch');
    assertRefused(await moderator.post('/admin/nodes', { id: '-' }), 'invalid_id');
    assertRefused(await (await server.user('eve')).post('/admin/nodes', { id: 'Mine' }), 'forbidden');
    await moderator.post('/admin/nodes', { id: 'Twice' });
    assertRefused(await moderator.post('/admin/nodes', { id: 'twice' }), 'id_taken');
  });
});
