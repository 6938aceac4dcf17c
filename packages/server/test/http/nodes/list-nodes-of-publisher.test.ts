import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

suiteOnBoth('list-nodes-of-publisher', async () => {
  const server = await startServer({ after });
  const { anonymous } = server;
  const ada = await makePublisher(server, 'ada');
  const ids = (reply: { json: { id: string }[] }) => reply.json.map(({ id }) => id);

  test('200: a bare array for anyone, newest first, without banned ones', async () => {
    assert.deepEqual((await anonymous.get('/publishers/ada/nodes')).json, []);
    for (const id of ['One', 'Two', 'Three']) {
      await ada.owner.post('/publishers/ada/nodes', { id });
      server.clock.advance(1000);
    }
    await (await server.moderator()).put('/publishers/ada/nodes/two', { status: 'NodeStatusBanned' });
    assert.deepEqual(ids(await anonymous.get('/publishers/ada/nodes')), ['Three', 'One']);
    assert.deepEqual(ids(await anonymous.get('/publishers/ada/nodes?include_banned=true')), ['Three', 'One']);
    assert.deepEqual(ids(await ada.owner.get('/publishers/ada/nodes')), ['Three', 'Two', 'One']);
    assert.deepEqual(ids(await ada.owner.get('/publishers/ada/nodes?include_banned=false')), [
      'Three',
      'One',
    ]);
  });

  test('404: no such publisher', async () => {
    assertRefused(await anonymous.get('/publishers/nobody/nodes'), 'publisher_not_found');
  });
});
