import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

suite('list-users', async () => {
  const server = await startServer({ after });
  const moderator = await server.moderator();
  const ada = await server.user('ada');

  test('200: all users, page by page', async () => {
    const { users, ...counts } = (await moderator.get('/admin/users?limit=1')).json;
    assert.deepEqual(counts, { limit: 1, page: 1, total: 2, totalPages: 2 });
    const [last] = (await moderator.get('/admin/users?limit=1&page=2')).json.users;
    assert.deepEqual(
      new Set([users[0].email, last.email]),
      new Set(['ada@example.org', 'moderator@example.org']),
    );
  });

  test('200: the one with an address, in any case', async () => {
    const { users } = (await moderator.get('/admin/users?email=ADA@example.org')).json;
    assert.equal(users.length, 1);
    const { id, createdAt, ...user } = users[0];
    assert.deepEqual(user, {
      name: 'ada',
      email: 'ada@example.org',
      isAdmin: false,
      isApproved: true,
      banned: false,
    });
    assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.equal(id, (await ada.get('/users')).json.id);
    assert.equal((await moderator.get('/admin/users?email=nobody@example.org')).json.total, 0);
  });

  test('200: without deleted accounts', async () => {
    const bob = await server.user('bob');
    const { id } = (await bob.get('/users')).json;
    assert.equal((await moderator.get('/admin/users')).json.total, 3);
    assert.equal((await bob.delete('/users')).status, 204);
    assert.equal((await moderator.get('/admin/users')).json.total, 2);
    assert.equal((await moderator.get(`/admin/users?email=${id}@deleted.invalid`)).json.total, 0);
  });

  test('401 and 403: anyone but a moderator', async () => {
    assertRefused(await server.anonymous.get('/admin/users'), 'unauthenticated');
    assertRefused(await ada.get('/admin/users'), 'forbidden');
  });
});
