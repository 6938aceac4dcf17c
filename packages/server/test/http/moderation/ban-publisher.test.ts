import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

suite('ban-publisher', async () => {
  const server = await startServer({ after });

  test('204: all its nodes read as banned; a second ban changes nothing', async () => {
    const ada = await makePublisher(server, 'ada');
    const moderator = await server.moderator();
    await ada.owner.post('/publishers/ada/nodes', { id: 'Node' });
    const ban = async () => (await moderator.post('/publishers/ada/ban', { reason: 'Checked.' })).status;
    assert.deepEqual([await ban(), await ban()], [204, 204]);
    assertRefused(await server.anonymous.get('/nodes/node'), 'node_banned');
    assert.equal((await server.anonymous.get('/publishers/ada')).json.status, 'PublisherStatusBanned');
    const { changes } = (await moderator.get('/admin/changes?limit=1000&subject=publisher:ada')).json;
    const bans = changes.filter(({ action }) => action === 'publisher.moderated');
    assert.deepEqual([bans.length, bans[0].reason], [1, 'Checked.']);
  });

  test('403: its owner', async () => {
    const bob = await makePublisher(server, 'bob');
    assertRefused(await bob.owner.post('/publishers/bob/ban', { reason: 'Checked.' }), 'forbidden');
  });
});
