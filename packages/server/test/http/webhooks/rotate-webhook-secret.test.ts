import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

suite('rotate-webhook-secret', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');

  test('201: another secret, and for how long the one before is used', async () => {
    const made = await ada.owner.post('/publishers/ada/webhooks', { url: 'https://hooks.example.org/x' });
    const reply = await ada.owner.post(`/webhooks/${made.json.id}/secret`);
    assert.equal(reply.status, 201, reply.text);
    assert.match(reply.json.secret, /^whsec_/);
    assert.notEqual(reply.json.secret, made.json.secret);
    const until = Date.parse(reply.json.previous_secret_until) - server.clock.now().getTime();
    assert.ok(until > 23 * 3_600_000 && until <= 24 * 3_600_000);
    const [change] = (await ada.owner.get('/publishers/ada/audit?limit=1')).json.changes;
    assert.deepEqual([change.action, change.after], ['webhook.secret-rotated', undefined]);
  });
});
