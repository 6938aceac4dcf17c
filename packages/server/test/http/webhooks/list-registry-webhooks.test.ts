import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

suite('list-registry-webhooks', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();

  test('200: those of moderators alone', async () => {
    await ada.owner.post('/publishers/ada/webhooks', { url: 'https://hooks.example.org/ada' });
    await moderator.post('/admin/webhooks', { url: 'https://hooks.example.org/all' });
    const { webhooks, total } = (await moderator.get('/admin/webhooks')).json;
    assert.deepEqual([total, webhooks[0].url], [1, 'https://hooks.example.org/all']);
  });
});
