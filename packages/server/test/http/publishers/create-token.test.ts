import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { assertRefused } from '../../support/assert-refused.ts';
import { addMember, makePublisher } from '../../support/build.ts';
import { days, hours } from '../../support/clock.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

const path = '/publishers/ada/tokens';

suiteOnBoth('create-token', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const canEdit = async (token: string) =>
    server.anonymous.get('/publishers/ada/nodes/my-node/permissions', { authorization: `Bearer ${token}` });
  await ada.owner.post('/publishers/ada/nodes', { id: 'My-Node' });

  test('201: the secret, this once, with what it is limited to', async () => {
    const request = {
      name: 'robot',
      description: 'Publishes.',
      nodes: ['My-Node'],
      actions: ['publish'],
      expiresAt: new Date(server.clock.now().getTime() + days(365)).toISOString(),
    };
    const reply = await ada.owner.post(path, request);
    assert.equal(reply.status, 201, reply.text);
    const { id, token, createdAt, maker, ...rest } = reply.json;
    assert.deepEqual(rest, request);
    assert.equal(maker.name, 'owner-of-ada');
    assert.match(id, /^[\da-f]{8}-[\da-f]{4}-7/);
    assert.match(token, /^pbp_[\w-]{32}[\da-f]{8}$/, '192 random bits and a checksum');
    assert.match(createdAt, /Z$/);
    assert.equal((await canEdit(token)).json.canEdit, false, 'it may publish and not edit');
  });

  test('400: a limit to what is the id of no node', async () => {
    for (const nodes of [[''], ['a b'], ['my-node', '-'], ['x'.repeat(101)], ['../x']]) {
      const refused = await ada.owner.post(path, { name: 'robot', nodes });
      assertRefused(refused, 'invalid_request', JSON.stringify(nodes));
      assert.match(refused.json.details[0].path, /^\/nodes\/[01]$/);
    }
  });

  test('201: said nothing, it may publish and nothing else, for 90 days', async () => {
    const { expiresAt, createdAt, actions } = (await ada.owner.post(path, { name: 'plain' })).json;
    assert.deepEqual(actions, ['publish']);
    assert.equal(Date.parse(expiresAt) - Date.parse(createdAt), days(90));
  });

  test('201: one that never ends, when that is said outright', async () => {
    const { expiresAt, token } = (
      await ada.owner.post(path, { name: 'for ever', actions: ['edit'], expiresAt: 'never' })
    ).json;
    assert.equal(expiresAt, undefined);
    server.clock.advance(days(400));
    assert.equal((await canEdit(token)).json.canEdit, true);
  });

  test('201: only the digest of the secret is stored', async () => {
    const { token } = (await ada.owner.post(path, { name: 'kept' })).json;
    const { migrator } = server.server.context.store.engine;
    const tables = await migrator.introspection.getTables();
    const rows = tables.map(({ name }) => sql`select * from ${sql.ref(name)}`.execute(migrator));
    const stored = JSON.stringify(await Promise.all(rows));
    assert.ok(stored.includes(createHash('sha256').update(token).digest('hex')));
    assert.equal(stored.includes(token.slice(4, 36)), false);
    const { text } = await (await server.moderator()).get('/admin/changes?limit=1000');
    assert.equal(text.includes(token.slice(4, 36)), false, 'nor does the log of changes hold it');
  });

  test('201: an expiry in any zone, kept in UTC; at that moment the token stops', async () => {
    const moment = new Date(server.clock.now().getTime() + hours(2));
    const expiresAt = new Date(moment.getTime() + hours(5)).toISOString().replace('Z', '+05:00');
    const { token, ...made } = (await ada.owner.post(path, { name: 'short', actions: ['edit'], expiresAt }))
      .json;
    assert.equal(made.expiresAt, moment.toISOString());
    assert.equal((await canEdit(token)).json.canEdit, true);
    server.clock.advance(hours(2));
    assertRefused(await canEdit(token), 'unauthenticated');
  });

  test('400: no name, no such action, no such moment', async () => {
    const faults: [object, string][] = [
      [{}, '/name'],
      [{ name: 'n', actions: ['moderate'] }, '/actions/0'],
      [{ name: 'n', nodes: 'my-node' }, '/nodes'],
      [{ name: 'n', nodes: [] }, '/nodes'],
      [{ name: 'n', actions: [] }, '/actions'],
      [{ name: 'n\u202e' }, '/name'],
      [{ name: 'two\nlines' }, '/name'],
      [{ name: 'n', expiresAt: '2099-02-29T00:00:00Z' }, '/expiresAt'],
      [{ name: 'n', expiresAt: 'tomorrow' }, '/expiresAt'],
      [
        { name: 'n', expiresAt: new Date(server.clock.now().getTime() + days(367)).toISOString() },
        '/expiresAt',
      ],
      [{ name: 'n', expiresAt: '2099-13-31T23:59:59Z' }, '/expiresAt'],
      [{ name: 'n', expiresAt: '2099-12-31T25:59:59Z' }, '/expiresAt'],
    ];
    for (const [body, fault] of faults) {
      const reply = await ada.owner.post(path, body);
      assertRefused(reply, 'invalid_request');
      assert.equal(reply.json.details[0].path, fault);
    }
  });

  test('400: an expiry that has passed, to the millisecond', async () => {
    const inMs = (ms: number) => new Date(server.clock.now().getTime() + ms).toISOString();
    for (const expiresAt of [inMs(-1), inMs(0), '2000-01-01T00:00:00Z']) {
      const reply = await ada.owner.post(path, { name: 'past', expiresAt });
      assertRefused(reply, 'invalid_request');
      assert.deepEqual(reply.json.details, [{ path: '/expiresAt', message: 'must be in the future' }]);
    }
    assert.equal((await ada.owner.post(path, { name: 'soon', expiresAt: inMs(60_000) })).status, 201);
  });

  test('401 and 403: an anonymous caller, a member, a token, and a moderator, who is not an owner', async () => {
    const body = { name: 'never' };
    assertRefused(await server.anonymous.post(path, body), 'unauthenticated');
    const member = await server.user('member');
    await addMember(ada, member);
    assertRefused(await member.post(path, body), 'forbidden');
    const headers = { authorization: `Bearer ${ada.token}` };
    assertRefused(await server.anonymous.post(path, body, headers), 'forbidden');
    assertRefused(await (await server.moderator()).post(path, body), 'forbidden');
  });

  test('403 and 404: a banned publisher, and none', async () => {
    assertRefused(await ada.owner.post('/publishers/nobody/tokens', { name: 'n' }), 'publisher_not_found');
    const moderator = await server.moderator();
    const bob = await makePublisher(server, 'bob');
    await moderator.put('/admin/publishers/bob', { status: 'PublisherStatusBanned', reason: 'Checked.' });
    assertRefused(await bob.owner.post('/publishers/bob/tokens', { name: 'n' }), 'publisher_banned');
  });
});
