import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { addMember, makePublisher } from '../../support/build.ts';
import type { Reply } from '../../support/client.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

type Json = Reply['json'];

suite('update-webhook', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const made = await ada.owner.post('/publishers/ada/webhooks', {
    url: 'https://hooks.example.org/x',
    description: 'ci',
    events: ['node.created'],
  });
  const path = `/webhooks/${made.json.id}`;

  test('200: the keys present change, null clears, and the history shows it', async () => {
    const first = await ada.owner.put(path, { url: 'https://other.example.org/y', events: null });
    assert.equal(first.status, 200, first.text);
    const { url, description, events } = first.json;
    assert.deepEqual([url, description, events], ['https://other.example.org/y', 'ci', undefined]);
    const off = await ada.owner.put(path, { enabled: false, description: null });
    assert.deepEqual(
      [off.json.enabled, off.json.disabled_reason, off.json.description],
      [false, 'It was turned off.', undefined],
    );
    const { changes } = (await ada.owner.get('/publishers/ada/audit?limit=2')).json;
    assert.deepEqual(
      changes.map(({ action, after: now }: Json) => [action, now]),
      [
        ['webhook.updated', { enabled: false }],
        ['webhook.updated', { origin: 'https://other.example.org' }],
      ],
    );
    assert.equal((await ada.owner.put(path, { enabled: true })).json.disabled_reason, undefined);
  });

  test('200: who gives it another URL is responsible for it, and it ends with their ownership', async () => {
    const bob = await server.user('bob');
    const { id } = await addMember(ada, bob, 'owner');
    assert.equal((await bob.put(path, { url: 'https://bob.example.org/' })).status, 200);
    assert.equal((await ada.owner.delete(`/publishers/ada/members/${id}`)).status, 204);
    const { enabled, disabled_reason } = (await ada.owner.get(path)).json;
    assert.equal(enabled, false);
    assert.match(disabled_reason, /no longer an owner/);
    assert.equal((await ada.owner.put(path, { enabled: true })).status, 200);
  });

  test('400: an address that is never called, and an event that only moderators receive', async () => {
    assertRefused(await ada.owner.put(path, { url: 'https://10.0.0.1/' }), 'invalid_request');
    const reply = await ada.owner.put(path, { events: ['node.created', 'user.created'] });
    assertRefused(reply, 'invalid_request');
    assert.equal(reply.json.details[0].path, '/events/1');
  });
});
