import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher } from '../../support/build.ts';
import type { Client } from '../../support/client.ts';
import { readOutbox } from '../../support/read-outbox.ts';
import { password, startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

suite('update-user', async () => {
  const server = await startServer({ after });
  const moderator = await server.moderator();
  const { owner: ada } = await makePublisher(server, 'ada');
  const idOf = async (user: Client): Promise<string> => (await user.get('/users')).json.id;
  const path = `/admin/users/${await idOf(ada)}` as const;

  test('200: a moderator is made and unmade, effective at the next request', async () => {
    assert.equal((await moderator.put(path, { isAdmin: true, reason: 'Trusted.' })).json.isAdmin, true);
    assert.equal((await ada.get('/admin/users')).status, 200);
    assert.equal((await moderator.put(path, { isAdmin: false, reason: 'Left.' })).json.isAdmin, false);
    assertRefused(await ada.get('/admin/users'), 'forbidden');
  });

  test('400: without a reason; what changes nothing needs none', async () => {
    for (const body of [{ isAdmin: true }, { banned: true }, { banned: true, reason: ' ' }]) {
      const refused = await moderator.put(path, body);
      assertRefused(refused, 'invalid_request');
      assert.equal(refused.json.details[0].path, '/reason');
    }
    assert.equal((await moderator.put(path, { isAdmin: false })).status, 200);
  });

  test('401 and 403: anyone but a moderator', async () => {
    assertRefused(await server.anonymous.put(path, { isAdmin: true, reason: 'Trusted.' }), 'unauthenticated');
    assertRefused(await ada.put(path, { isAdmin: true, reason: 'Trusted.' }), 'forbidden');
  });

  test('404: no such user', async () => {
    assertRefused(await moderator.put('/admin/users/none', { banned: true, reason: 'Spam.' }), 'not_found');
  });

  test('409: moderators cannot lock themselves out', async () => {
    const own = `/admin/users/${await idOf(moderator)}` as const;
    assertRefused(await moderator.put(own, { banned: true, reason: 'Spam.' }), 'illegal_transition');
    assertRefused(await moderator.put(own, { isAdmin: false, reason: 'Left.' }), 'illegal_transition');
    assert.equal((await moderator.put(own, { isAdmin: true, reason: 'Trusted.' })).status, 200);
  });

  test('200: the reason of a ban stays when the role is taken, until the ban gets another one', async () => {
    const fay = await server.user('fay');
    const path = `/admin/users/${await idOf(fay)}` as const;
    await moderator.put(path, { isAdmin: true, reason: 'Trusted.' });
    await moderator.put(path, { banned: true, reason: 'Spam.' });
    const signIn = async () =>
      (await server.anonymous.post('/auth/sign-in/email', { email: 'fay@example.org', password })).json
        .message;
    const demoted = await moderator.put(path, { isAdmin: false, reason: 'Left.' });
    assert.deepEqual([demoted.json.isAdmin, demoted.json.banReason], [false, 'Spam.']);
    assert.match(await signIn(), /Their reason: Spam\.$/);
    assert.equal((await moderator.put(path, { banned: true, reason: 'Again.' })).json.banReason, 'Spam.');
    assert.equal((await moderator.put(path, { banned: true, banReason: 'Fraud.' })).json.banReason, 'Fraud.');
    assert.match(await signIn(), /Their reason: Fraud\.$/);
    const [mail] = (await readOutbox(server, 'fay@example.org')).slice(-1);
    assert.match(mail?.text ?? '', /account was banned\. Reason: Fraud\./);
  });

  test('200: a ban ends every session at once, and is lifted', async () => {
    const { owner: eve, token } = await makePublisher(server, 'eve');
    const eveId = await idOf(eve);
    const path = `/admin/users/${eveId}` as const;
    const banned = await moderator.put(path, { banned: true, banReason: 'Spam.' });
    assert.deepEqual([banned.json.banned, banned.json.banReason], [true, 'Spam.']);
    assertRefused(await eve.get('/users'), 'unauthenticated');
    const { changes } = (await moderator.get(`/admin/changes?subject=user:${eveId}`)).json;
    const { action, after: now, reason, request_id } = changes.at(-1);
    assert.deepEqual(
      [action, now, reason, request_id],
      ['user.moderated', { banned: true }, 'Spam.', banned.headers.get('x-request-id')],
    );
    const lifted = await moderator.put(path, { banned: false, reason: 'Appealed.' });
    assert.deepEqual([lifted.json.banned, 'banReason' in lifted.json], [false, false]);
    assertRefused(await eve.get('/users'), 'unauthenticated', 'the old sessions stay ended');
    const again = await server.anonymous.post('/auth/sign-in/email', {
      email: 'owner-of-eve@example.org',
      password: 'correct horse battery',
    });
    assert.equal(again.status, 200, again.text);
    const headers = { authorization: `Bearer ${token}` };
    const ended = await server.anonymous.get('/publishers/eve/permissions', headers);
    assertRefused(ended, 'unauthenticated', 'the tokens that the user made stay ended');
  });
});
