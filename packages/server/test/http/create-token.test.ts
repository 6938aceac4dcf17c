import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { assertRefused } from '../support/assert-refused.ts';
import { makePublisher } from '../support/build.ts';
import { hours } from '../support/clock.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

const path = '/publishers/ada/tokens';

suite('create-token', async () => {
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
      expiresAt: '2099-12-31T23:59:59.000Z',
    };
    const reply = await ada.owner.post(path, request);
    assert.equal(reply.status, 201, reply.text);
    const { id, token, createdAt, ...rest } = reply.json;
    assert.deepEqual(rest, request);
    assert.match(id, /^[\da-f]{8}-[\da-f]{4}-7/);
    assert.match(token, /^pbp_[\w-]{32}[\da-f]{8}$/, '192 random bits and a checksum');
    assert.match(createdAt, /Z$/);
    assert.equal((await canEdit(token)).json.canEdit, false, 'it may publish and not edit');
  });

  test('201: only the digest of the secret is kept, nowhere the secret', async () => {
    const { token } = (await ada.owner.post(path, { name: 'kept' })).json;
    const { DATA_DIR } = server.server.context.config;
    const files = (await readdir(DATA_DIR)).filter((name) => name.startsWith('registry.db'));
    const stored = Buffer.concat(await Promise.all(files.map((name) => readFile(join(DATA_DIR, name)))));
    assert.ok(stored.includes(createHash('sha256').update(token).digest('hex')));
    assert.equal(stored.includes(token.slice(4, 36)), false);
    const { text } = await (await server.moderator()).get('/admin/changes?limit=1000');
    assert.equal(text.includes(token.slice(4, 36)), false, 'nor does the log of changes hold it');
  });

  test('201: an expiry in any zone, kept in UTC; at that moment the token stops', async () => {
    const moment = new Date(server.clock.now().getTime() + hours(2));
    const expiresAt = new Date(moment.getTime() + hours(5)).toISOString().replace('Z', '+05:00');
    const { token, ...made } = (await ada.owner.post(path, { name: 'short', expiresAt })).json;
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
      [{ name: 'n', expiresAt: 'tomorrow' }, '/expiresAt'],
      [{ name: 'n', expiresAt: '2099-13-31T23:59:59Z' }, '/expiresAt'],
      [{ name: 'n', expiresAt: '2099-12-31T25:59:59Z' }, '/expiresAt'],
    ];
    for (const [body, fault] of faults) {
      const reply = await ada.owner.post(path, body);
      assertRefused(reply, 'invalid_request');
      assert.equal(reply.json.details[0].path, fault);
    }
  });

  test('401 and 403: nobody, a member, a token, and a moderator, who is no owner', async () => {
    const body = { name: 'never' };
    assertRefused(await server.anonymous.post(path, body), 'unauthenticated');
    const member = await server.user('member');
    await ada.owner.post('/publishers/ada/members', { email: 'member@example.org', role: 'member' });
    assertRefused(await member.post(path, body), 'forbidden');
    const headers = { authorization: `Bearer ${ada.token}` };
    assertRefused(await server.anonymous.post(path, body, headers), 'forbidden');
    assertRefused(await (await server.moderator()).post(path, body), 'forbidden');
  });

  test('403 and 404: a banned publisher, and none', async () => {
    assertRefused(await ada.owner.post('/publishers/nobody/tokens', { name: 'n' }), 'publisher_not_found');
    const moderator = await server.moderator();
    await moderator.put('/admin/publishers/ada', { status: 'PublisherStatusBanned', reason: 'Checked.' });
    assertRefused(await ada.owner.post(path, { name: 'n' }), 'publisher_banned');
  });
});
