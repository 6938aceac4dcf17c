import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

suite('delete-webhook', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');

  test('204: it is gone with its deliveries, and the history shows it', async () => {
    const made = await ada.owner.post('/publishers/ada/webhooks', { url: 'https://localhost:65535/hooks' });
    const path = `/webhooks/${made.json.id}`;
    await ada.owner.post('/publishers/ada/nodes', { id: 'image-tools' });
    await server.settle();
    assert.equal((await ada.owner.get(`${path}/deliveries`)).json.total, 1);
    assert.equal((await ada.owner.delete(path)).status, 204);
    assertRefused(await ada.owner.get(path), 'not_found');
    assertRefused(await ada.owner.delete(path), 'not_found');
    const { read } = server.server.context.store;
    assert.deepEqual(await read.selectFrom('webhook_deliveries').selectAll().execute(), []);
    const [change] = (await ada.owner.get('/publishers/ada/audit?limit=1')).json.changes;
    assert.deepEqual(
      [change.action, change.before],
      ['webhook.deleted', { publisher: 'ada', origin: 'https://localhost:65535' }],
    );
  });
});
