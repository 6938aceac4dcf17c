import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

const url = 'https://hooks.example.org/patchbay';

suite('create-registry-webhook', async () => {
  const server = await startServer({ after });
  const moderator = await server.moderator();

  test('201: for any event of the registry', async () => {
    const reply = await moderator.post('/admin/webhooks', { url, events: ['user.created', 'report.sent'] });
    assert.equal(reply.status, 201, reply.text);
    assert.deepEqual([reply.json.publisher_id, reply.json.events.length], [undefined, 2]);
    assert.match(reply.json.secret, /^whsec_/);
  });

  test('401 and 403: nobody else, nor a moderator token, nor more than 20', async () => {
    assertRefused(await server.anonymous.post('/admin/webhooks', { url }), 'unauthenticated');
    assertRefused(await (await server.user('bob')).post('/admin/webhooks', { url }), 'forbidden');
    const derived = await moderator.post('/admin/generate-token');
    const headers = { authorization: `Bearer ${derived.json.token}` };
    assertRefused(await server.anonymous.post('/admin/webhooks', { url }, headers), 'forbidden');
    for (let made = 1; made < 20; made += 1) {
      assert.equal((await moderator.post('/admin/webhooks', { url })).status, 201);
    }
    assertRefused(await moderator.post('/admin/webhooks', { url }), 'quota_exceeded');
  });

  test('one of a moderator who is no longer one is turned off', async () => {
    const second = await server.user('second');
    const { id } = (await second.get('/users')).json;
    await moderator.put(`/admin/users/${id}`, { isAdmin: true, reason: 'Checked.' });
    const { webhooks } = (await moderator.get('/admin/webhooks?limit=1')).json;
    assert.equal((await moderator.delete(`/webhooks/${webhooks[0].id}`)).status, 204);
    const made = await second.post('/admin/webhooks', { url });
    assert.equal(made.status, 201, made.text);
    await moderator.put(`/admin/users/${id}`, { isAdmin: false, reason: 'Checked.' });
    const seen = (await moderator.get(`/webhooks/${made.json.id}`)).json;
    assert.deepEqual([seen.enabled, seen.disabled_reason], [false, 'Its maker is no longer a moderator.']);
  });
});
