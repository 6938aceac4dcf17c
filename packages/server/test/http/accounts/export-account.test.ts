import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { linkOnce } from '../../../src/lifecycle/identity.ts';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishActive } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

const path = '/users/export';

suiteOnBoth('export-account', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  await publishActive(server, ada, 'My-Node', '1.0.0');

  test('200: all that is known, and no secret or digest of one', async () => {
    await ada.owner.post('/nodes/My-Node/reviews?star=4');
    await ada.owner.post('/nodes/My-Node/reports', { reason: 'broken', text: 'It does not load.' });
    await ada.owner.post('/publishers/ada/members', { email: 'bob@example.org', role: 'member' });
    const { json, text } = await ada.owner.get(path);
    assert.deepEqual(
      [json.account.email, json.sign_in_methods[0].kind, json.sessions.length],
      ['owner-of-ada@example.org', 'credential', 1],
    );
    assert.deepEqual([json.publishers[0].id, json.publishers[0].role], ['ada', 'owner']);
    assert.deepEqual([json.tokens[0].name, json.tokens[0].publisher_id], ['all', 'ada']);
    assert.equal(json.invitations[0].email, 'bob@example.org');
    assert.deepEqual([json.reviews[0].node_id, json.reviews[0].star], ['My-Node', 4]);
    assert.equal(json.reports[0].text, 'It does not load.');
    assert.ok(json.events.some(({ event }: { event: string }) => event === 'user.created'));
    assert.doesNotMatch(text, /[\da-f]{64}|sha256|"password"|pbp_/);
  });

  test('200: the identities at providers', async () => {
    const linked = { issuer: 'https://id.example', subject: 'ada-1' };
    const { id } = (await ada.owner.get('/users')).json;
    await server.server.context.store.write({ actor: 'operator' }, (tx) => linkOnce(tx, id, linked));
    const [{ issuer, subject, is_usable }, ...others] = (await ada.owner.get(path)).json.identities;
    assert.deepEqual([issuer, subject, is_usable, others], ['https://id.example', 'ada-1', false, []]);
  });

  test('200: nothing of others', async () => {
    const { json } = await (await server.user('stranger')).get(path);
    const lists = ['identities', 'publishers', 'tokens', 'invitations', 'reviews', 'reports'] as const;
    assert.deepEqual(
      lists.map((name) => json[name].length),
      [0, 0, 0, 0, 0, 0],
    );
  });

  test('401 and 403: an anonymous caller, a token', async () => {
    assertRefused(await server.anonymous.get(path), 'unauthenticated');
    assertRefused(await server.anonymous.get(path, { authorization: `Bearer ${ada.token}` }), 'forbidden');
  });
});
