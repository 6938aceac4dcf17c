import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

const path = '/publishers/ada/webhooks';
const url = 'https://hooks.example.org/patchbay';

suite('create-publisher-webhook', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');

  test('201: the webhook with its secret, this once', async () => {
    const body = { url, description: 'ci', events: ['version.checked', 'app-nodes.extracted'] };
    const reply = await ada.owner.post(path, body);
    assert.equal(reply.status, 201, reply.text);
    const { id, secret, created_at: at, maker, ...rest } = reply.json;
    assert.deepEqual(rest, { publisher_id: 'ada', ...body, enabled: true, waiting: 0 });
    assert.match(secret, /^whsec_[\w+/]{43}=$/);
    assert.match(at, /Z$/);
    assert.equal(maker.name, 'owner-of-ada');
    assert.equal((await ada.owner.get(`/webhooks/${id}`)).json.secret, undefined);
  });

  test('201: the log and the database hold neither the secret nor the path of the address', async () => {
    const { json } = await ada.owner.post(path, { url: 'https://hooks.example.org/hidden-path' });
    const { text } = await (await server.moderator()).get('/admin/changes?limit=1000');
    assert.match(text, /"origin":"https:\/\/hooks\.example\.org"/);
    assert.ok(!text.includes('hidden-path'));
    const { store } = server.server.context;
    const rows = JSON.stringify(await store.read.selectFrom('webhooks').selectAll().execute());
    assert.ok(!rows.includes(json.secret.slice(6)));
  });

  test('400: an address that will never be called, and events of others', async () => {
    const refused = {
      'http://hooks.example.org': /https/,
      'https://user:word@hooks.example.org': /password/,
      'https://127.0.0.1/x': /public internet/,
      'https://[::1]/x': /public internet/,
      'https://[::ffff:10.0.0.1]/x': /public internet/,
      'https://169.254.169.254/latest': /public internet/,
      'https://[::127.0.0.1]/x': /public internet/,
      'https://2130706433/': /public internet/,
      'https://0x7f.1/': /public internet/,
      'https://hooks.example.org:22/': /port/,
    };
    for (const [address, message] of Object.entries(refused)) {
      const reply = await ada.owner.post(path, { url: address });
      assertRefused(reply, 'invalid_request', address);
      assert.equal(reply.json.details[0].path, '/url');
      assert.match(reply.json.message, message, address);
    }
    for (const events of [[], ['user.created'], ['nothing'], ['node.created', 'node.created']]) {
      assertRefused(await ada.owner.post(path, { url, events }), 'invalid_request', JSON.stringify(events));
    }
    for (const body of [{}, { url: '' }, { url: `https://hooks.example.org/${'x'.repeat(2_048)}` }]) {
      assertRefused(await ada.owner.post(path, body), 'invalid_request');
    }
  });

  test('403: more than the quota, of which the deleted ones give back theirs', async () => {
    const eve = await makePublisher(server, 'eve');
    const moderator = await server.moderator();
    await moderator.put('/admin/publishers/eve/quotas', { webhooks: 1, reason: 'Asked for.' });
    const first = await eve.owner.post('/publishers/eve/webhooks', { url });
    assertRefused(await eve.owner.post('/publishers/eve/webhooks', { url }), 'quota_exceeded');
    await eve.owner.delete(`/webhooks/${first.json.id}`);
    assert.equal((await eve.owner.post('/publishers/eve/webhooks', { url })).status, 201);
    assert.equal((await eve.owner.delete('/publishers/eve')).status, 204);
    assertRefused(await eve.owner.get(`/webhooks/${first.json.id}`), 'not_found');
  });
});
