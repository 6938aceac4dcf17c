import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

suite('ban-node', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();

  test('204: it is no longer offered; a second ban changes nothing', async () => {
    await ada.owner.post('/publishers/ada/nodes', { id: 'Node' });
    const ban = async () =>
      (await moderator.post('/publishers/ada/nodes/node/ban', { reason: 'Checked.' })).status;
    assert.deepEqual([await ban(), await ban()], [204, 204]);
    assertRefused(await server.anonymous.get('/nodes/node'), 'node_banned');
    const { changes } = (await moderator.get('/admin/changes?limit=1000&subject=node:node')).json;
    assert.deepEqual(
      changes.map(({ action }) => action),
      ['node.created', 'node.updated'],
    );
  });

  test('403 and 404: its owner, and a node of another publisher', async () => {
    await ada.owner.post('/publishers/ada/nodes', { id: 'Mine' });
    assertRefused(
      await ada.owner.post('/publishers/ada/nodes/mine/ban', { reason: 'Checked.' }),
      'forbidden',
    );
    await makePublisher(server, 'bob');
    assertRefused(
      await moderator.post('/publishers/bob/nodes/mine/ban', { reason: 'Checked.' }),
      'node_not_found',
    );
  });
});
