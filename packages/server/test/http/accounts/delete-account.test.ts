import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { linkOnce } from '../../../src/lifecycle/identity.ts';
import { assertRefused } from '../../support/assert-refused.ts';
import { addMember, makePublisher, publishActive, uniqueId } from '../../support/build.ts';
import { readOutbox } from '../../support/read-outbox.ts';
import { password, startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

/** Those with what a person can be known by. */
const tables = [
  'user',
  'account',
  'account_links',
  'account_networks',
  'changes',
  'mails',
  'invitations',
  'sign_ins',
] as const;

/** Those with nothing else of an account than what goes with it. */
const refers: ReadonlySet<string> = new Set(['account', 'account_links', 'account_networks', 'sign_ins']);

suiteOnBoth('delete-account', async () => {
  const server = await startServer({ after });
  const moderator = await server.moderator();

  test('204: sessions, tokens and memberships are over, and another may take the address', async () => {
    const ada = await makePublisher(server, uniqueId('ada'));
    const name = uniqueId('bob');
    const bob = await server.user(name);
    await addMember(ada, bob, 'owner');
    const { json: made } = await bob.post(`/publishers/${ada.id}/tokens`, { name: 'of Bob' });
    const invited = await bob.post(`/publishers/${ada.id}/members`, {
      email: 'x@example.org',
      role: 'owner',
    });
    const reply = await bob.delete('/users');
    assert.deepEqual([reply.status, reply.text], [204, '']);
    assertRefused(await bob.get('/users'), 'unauthenticated');
    const headers = { authorization: `Bearer ${made.token}` };
    assertRefused(
      await server.anonymous.get(`/publishers/${ada.id}/permissions`, headers),
      'unauthenticated',
    );
    const credentials = { email: `${name}@example.org`, password };
    assertRefused(await server.anonymous.post('/auth/sign-in/email', credentials), 'unauthenticated');
    assert.equal((await ada.owner.get(`/publishers/${ada.id}/members`)).json.length, 1);
    const { invitations } = (await ada.owner.get(`/publishers/${ada.id}/invitations`)).json;
    assert.deepEqual([invited.status, invitations], [201, []]);
    const again = await server.anonymous.post('/auth/sign-up/email', { name: 'Other', ...credentials });
    assert.equal(again.status, 200, again.text);
    const [mail] = (await readOutbox(server, `${name}@example.org`)).slice(-1);
    assert.match(mail?.text ?? '', /account was deleted/);
  });

  test('204: the person is in no table and no log any more; stars and reports stay without a name', async () => {
    const ada = await makePublisher(server, uniqueId('ada'));
    const node = uniqueId('node');
    await publishActive(server, ada, node, '1.0.0');
    const bob = await server.user(uniqueId('Robert'));
    const { id, name, email } = (await bob.get('/users')).json;
    await addMember(ada, bob);
    await bob.post(`/nodes/${node}/reviews?star=5`);
    await bob.post(`/nodes/${node}/reports`, { reason: 'broken', text: 'It does not load.' });
    await bob.put(`/publishers/${ada.id}/nodes/${node}`, { description: 'New' });
    await server.server.context.store.write({ actor: 'operator' }, (tx) =>
      linkOnce(tx, id, { issuer: 'https://id.example', subject: email }),
    );
    await server.anonymous.post('/auth/request-password-reset', { email });
    await bob.post('/auth/change-email', { newEmail: `new-${email}`, password });
    assert.equal((await bob.delete('/users')).status, 204);
    await server.settle();
    assert.equal((await server.anonymous.get(`/nodes/${node}`)).json.rating, 5);
    const { reports } = (await moderator.get('/admin/reports')).json;
    assert.equal(reports.at(-1).reporter.name, 'Deleted account');
    const { changes } = (await ada.owner.get(`/publishers/${ada.id}/audit`)).json;
    const edit = changes.find(({ action }: { action: string }) => action === 'node.updated');
    assert.deepEqual([edit.by.id, edit.by.name], [id, 'Deleted account']);
    const log = (await moderator.get(`/admin/changes?subject=user:${id}`)).json.changes;
    assert.deepEqual(
      log.map(({ action }: { action: string }) => action),
      ['user.created', 'user.identity-linked', 'user.email-change-requested', 'user.deleted'],
    );
    for (const table of tables) {
      const rows = JSON.stringify(
        await server.server.context.store.read.selectFrom(table).selectAll().execute(),
      );
      assert.ok(
        !rows.includes(name) && !rows.includes(email) && !(refers.has(table) && rows.includes(id)),
        table,
      );
    }
    assertRefused(
      await moderator.put(`/admin/users/${id}`, { isAdmin: true, reason: 'Checked.' }),
      'not_found',
    );
  });

  test('401 and 403: an anonymous caller, a token, a moderator token', async () => {
    const ada = await makePublisher(server, uniqueId('ada'));
    assertRefused(await server.anonymous.delete('/users'), 'unauthenticated');
    const headers = { authorization: `Bearer ${ada.token}` };
    assertRefused(await server.anonymous.send('DELETE', '/users', undefined, headers), 'forbidden');
    const { token } = (await moderator.post('/admin/generate-token')).json;
    const derived = { authorization: `Bearer ${token}` };
    assertRefused(await server.anonymous.send('DELETE', '/users', undefined, derived), 'forbidden');
  });

  test('409: the last owner of a banned publisher, who is told whom to ask, and can then leave', async () => {
    const ada = await makePublisher(server, uniqueId('ada'));
    const move = (status: string) =>
      moderator.put(`/admin/publishers/${ada.id}`, { status, reason: 'Checked.' });
    await move('PublisherStatusBanned');
    const refused = await ada.owner.delete('/users');
    assertRefused(refused, 'illegal_transition');
    assert.match(
      refused.json.message,
      new RegExp(`last owner of "${ada.id}"\\. Ask the moderators to lift the ban of "${ada.id}" first\\. `),
    );
    await move('PublisherStatusActive');
    assert.equal((await ada.owner.delete(`/publishers/${ada.id}`)).status, 204);
    assert.equal((await ada.owner.delete('/users')).status, 204);
  });

  test('409: the last owner of a publisher, which is named with what to do; the last moderator', async () => {
    const ada = await makePublisher(server, uniqueId('ada'));
    const refused = await ada.owner.delete('/users');
    assertRefused(refused, 'illegal_transition');
    assert.match(
      refused.json.message,
      new RegExp(`last owner of "${ada.id}"\\. Make another member an owner`),
    );
    assert.equal((await ada.owner.get('/users')).status, 200);
    assert.equal((await ada.owner.delete(`/publishers/${ada.id}`)).status, 204);
    assert.equal((await ada.owner.delete('/users')).status, 204);
    assertRefused(await moderator.delete('/users'), 'illegal_transition');
    const { id } = (await (await server.user('banned')).get('/users')).json;
    for (const change of [{ isAdmin: true }, { banned: true }]) {
      await moderator.put(`/admin/users/${id}`, { ...change, reason: 'Checked.' });
    }
    assertRefused(await moderator.delete('/users'), 'illegal_transition', 'the other one is banned');
  });
});
