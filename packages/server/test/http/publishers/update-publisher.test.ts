import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { addMember, makePublisher, uniqueId } from '../../support/build.ts';
import { meetAtWrite } from '../../support/meet-at-write.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

suiteOnBoth('update-publisher', async () => {
  const server = await startServer({ after });
  let ada: Awaited<ReturnType<typeof makePublisher>>;
  let path: string;
  beforeEach(async () => {
    ada = await makePublisher(server, uniqueId('ada'));
    path = `/publishers/${ada.id}`;
  });
  const moderator = await server.moderator();
  /** As an update answers: without the totals, which are counted. */
  const read = async () => {
    const { totals: _totals, ...publisher } = (await ada.owner.get(path)).json;
    return publisher;
  };

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

  test('200: null clears, an empty text stays one', async () => {
    await ada.owner.put(path, { support: 'https://example.org/help', logo: 'https://example.org/logo' });
    const { json, text } = await ada.owner.put(path, { support: null, logo: '' });
    assert.deepEqual(['support' in json, json.logo], [false, ''], text);
    assert.equal('support' in (await read()), false);
  });

  test('200: updates of different keys at once both survive', async () => {
    meetAtWrite(server.server.context, 3);
    await Promise.all(
      ['name', 'support', 'description'].map((key) => ada.owner.put(path, { [key]: `once ${key}` })),
    );
    const { name, support, description } = await read();
    assert.deepEqual([name, support, description], ['once name', 'once support', 'once description']);
  });

  test('400: another id, a wrong type, a text over its bound', async () => {
    for (const id of ['other', '', ada.id.toUpperCase()]) {
      assertRefused(await ada.owner.put(path, { id, name: 'Never' }), 'id_mismatch', id);
    }
    assertRefused(await ada.owner.put(path, { name: 1 }), 'invalid_request');
    assertRefused(await ada.owner.put(path, { website: 'w'.repeat(2049) }), 'invalid_request');
  });

  test('200 and 400: addresses are http(s), a contact may be a mailbox, and empty is unset', async () => {
    for (const body of [
      { website: 'HTTPS://Example.org/a?b#c', logo: '', source_code_repo: 'http://[::1]:8080/x' },
      { support: 'help@example.org' },
      { support: 'mailto:help@example.org' },
      { support: 'ask in our chat, or at https://example.org' },
      { support: '' },
      { name: 'می\u200cخواهم 👩\u200d💻 ❤\ufe0f' },
    ]) {
      const reply = await ada.owner.put(path, body);
      assert.equal(reply.status, 200, reply.text);
      assert.deepEqual(reply.json, { ...reply.json, ...body });
    }
    const before = await read();
    for (const [key, value] of [
      ['website', 'javascript:alert(1)'],
      ['logo', 'data:image/svg+xml,<svg onload=alert(1)>'],
      ['logo', 'example.org/logo.png'],
      ['source_code_repo', 'git@example.org:ada/nodes'],
      ['website', ' https://example.org'],
      ['website', 'https://'],
      ['website', 'https:///path'],
      ['website', 'https://example.org/\u202egnp.exe'],
      ['support', 'javascript:alert(1)'],
      ['support', ' \tjava\nscript:alert(1)'],
      ['support', '\u0001data:text/html,x'],
      ['name', 'a\u200bb'],
      ['name', '\u202eada'],
      ['name', 'a\u200db'],
      ['name', 'bell\u0007'],
    ] as const) {
      const reply = await ada.owner.put(path, { [key]: value });
      assertRefused(reply, 'invalid_request', `${key}: ${value}`);
      assert.equal(reply.json.details[0].path, `/${key}`);
      assert.match(reply.json.details[0].message, /^must be /);
    }
    assert.deepEqual(await read(), before);
  });

  test('401 and 403: an anonymous caller, a stranger, a member who is not an owner', async () => {
    assertRefused(await server.anonymous.put(path, {}), 'unauthenticated');
    const member = await server.user('member');
    assertRefused(await member.put(path, {}), 'forbidden');
    await addMember(ada, member);
    assertRefused(await member.put(path, {}), 'forbidden');
  });

  test('403 and 404: a banned publisher, and none', async () => {
    assertRefused(await ada.owner.put('/publishers/nobody', {}), 'publisher_not_found');
    await moderator.put(`/admin${path}`, { status: 'PublisherStatusBanned', reason: 'Checked.' });
    assertRefused(await ada.owner.put(path, {}), 'publisher_banned');
  });
});
