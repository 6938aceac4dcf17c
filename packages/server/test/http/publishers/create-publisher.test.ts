import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher } from '../../support/build.ts';
import { meetAtWrite } from '../../support/meet-at-write.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

suiteOnBoth('create-publisher', async () => {
  const server = await startServer({ after });
  const ada = await server.user('ada');
  const create = (id: unknown, profile: object = {}) => ada.post('/publishers', { id, ...profile });

  test('201: the caller is its owner', async () => {
    const profile = {
      name: 'Ada',
      description: 'Makes nodes.',
      logo: 'https://example.org/logo.png',
      source_code_repo: 'https://example.org/repository',
      support: 'help@example.org',
      website: 'https://example.org',
    };
    const reply = await create('ada', { ...profile, status: 'PublisherStatusBanned', members: [] });
    assert.equal(reply.status, 201, reply.text);
    const { createdAt, members, ...publisher } = reply.json;
    assert.deepEqual(publisher, { id: 'ada', ...profile, status: 'PublisherStatusActive' });
    assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const { id, name, email } = (await ada.get('/users')).json;
    assert.deepEqual(
      members.map(({ role, user }) => ({ role, user })),
      [{ role: 'owner', user: { id, name, email } }],
    );
  });

  test('201: every shape of id that there may be', async () => {
    for (const id of ['a', 'b-', 'a1-b2', 'a'.repeat(63)]) assert.equal((await create(id)).status, 201, id);
  });

  test('400: an id that is malformed, reserved or missing', async () => {
    for (const id of ['', 'Ada', '1a', '-a', 'a_b', 'a.b', 'ä', 'a\n', 'validate', 'a'.repeat(64)]) {
      assertRefused(await create(id), 'invalid_id', id);
    }
    assertRefused(await create(undefined), 'invalid_request');
    assertRefused(await create('new', { name: 'n'.repeat(201) }), 'invalid_request');
  });

  test('401 and 403: an anonymous caller, and a token, which is not a user', async () => {
    assertRefused(await server.anonymous.post('/publishers', { id: 'new' }), 'unauthenticated');
    const { token } = await makePublisher(server, 'bob');
    const headers = { authorization: `Bearer ${token}` };
    assertRefused(await server.anonymous.post('/publishers', { id: 'new' }, headers), 'forbidden');
  });

  test('409: the id is taken', async () => {
    const bob = await server.user('owner-of-bob');
    assert.equal((await create('taken')).status, 201);
    assertRefused(await bob.post('/publishers', { id: 'taken' }), 'id_taken');
    meetAtWrite(server.server.context, 8);
    const replies = await Promise.all(Array.from({ length: 8 }, () => create('wanted')));
    assert.equal(replies.filter(({ status }) => status === 201).length, 1);
    assert.equal(replies.filter(({ status }) => status === 409).length, 7);
  });
});
