import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../support/assert-refused.ts';
import { makePublisher } from '../support/build.ts';
import { meetAtWrite } from '../support/meet-at-write.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

const path = '/publishers/ada';

suite('update-publisher', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  const read = async () => (await ada.owner.get(path)).json;

  test('200: keys present change, all others stay; a whole object may come back', async () => {
    const before = await read();
    const reply = await ada.owner.put(path, { website: 'https://example.org', description: 'Makes nodes.' });
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(reply.json, { ...before, website: 'https://example.org', description: 'Makes nodes.' });
    const whole = await ada.owner.put(path, { ...reply.json, name: 'Ada', status: 'PublisherStatusBanned' });
    assert.deepEqual(whole.json, { ...reply.json, name: 'Ada' }, 'the status is not theirs to change');
    assert.deepEqual(await read(), whole.json);
    assertRefused(await moderator.put(path, { name: 'Ada L.' }), 'forbidden');
  });

  test('200: updates of different keys at once both survive', async () => {
    meetAtWrite(server.server.context, 3);
    await Promise.all(
      ['name', 'support', 'logo'].map((key) => ada.owner.put(path, { [key]: `once ${key}` })),
    );
    const { name, support, logo } = await read();
    assert.deepEqual([name, support, logo], ['once name', 'once support', 'once logo']);
  });

  test('400: another id, a wrong type, a text over its bound', async () => {
    assertRefused(await ada.owner.put(path, { id: 'other' }), 'id_mismatch');
    assertRefused(await ada.owner.put(path, { name: 1 }), 'invalid_request');
    assertRefused(await ada.owner.put(path, { website: 'w'.repeat(2049) }), 'invalid_request');
  });

  test('401 and 403: nobody, somebody else, a member who is no owner', async () => {
    assertRefused(await server.anonymous.put(path, {}), 'unauthenticated');
    const member = await server.user('member');
    assertRefused(await member.put(path, {}), 'forbidden');
    await ada.owner.post(`${path}/members`, { email: 'member@example.org', role: 'member' });
    assertRefused(await member.put(path, {}), 'forbidden');
  });

  test('403 and 404: a banned publisher, and none', async () => {
    assertRefused(await ada.owner.put('/publishers/nobody', {}), 'publisher_not_found');
    await moderator.put('/admin/publishers/ada', { status: 'PublisherStatusBanned', reason: 'Checked.' });
    assertRefused(await ada.owner.put(path, {}), 'publisher_banned');
  });
});
