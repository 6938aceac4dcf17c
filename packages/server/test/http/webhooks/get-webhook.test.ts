import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

suite('get-webhook', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');

  test('200: for owners and moderators; 403 for all others; 404 where there is none', async () => {
    const made = await ada.owner.post('/publishers/ada/webhooks', { url: 'https://hooks.example.org/x' });
    const { secret: _, ...webhook } = made.json;
    const path = `/webhooks/${webhook.id}`;
    assert.deepEqual((await ada.owner.get(path)).json, webhook);
    assert.deepEqual((await (await server.moderator()).get(path)).json, webhook);
    assertRefused(await (await server.user('eve')).get(path), 'forbidden');
    assertRefused(await ada.owner.get('/webhooks/none'), 'not_found');
  });
});
