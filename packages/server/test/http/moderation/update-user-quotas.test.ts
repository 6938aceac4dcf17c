import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

suite('update-user-quotas', async () => {
  const server = await startServer({ after });
  const moderator = await server.moderator();
  const ada = await server.user('ada');
  const { id } = (await ada.get('/users')).json;

  test('200: the user reads it, and the log tells it', async () => {
    const reply = await moderator.put(`/admin/users/${id}/quotas`, { publishers: 20, reason: 'Asked for.' });
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(reply.json.publishers, { used: 0, max: 20 });
    assert.deepEqual((await ada.get('/users')).json.quotas, reply.json);
    const { changes } = (await moderator.get(`/admin/changes?limit=1000&subject=user:${id}`)).json;
    const { action, before, after: now } = changes.at(-1);
    assert.deepEqual([action, before, now], ['user.quotas-set', {}, { publishers: 20 }]);
  });

  test('400, 403 and 404', async () => {
    assertRefused(
      await moderator.put(`/admin/users/${id}/quotas`, { publishers: -1, reason: 'Asked for.' }),
      'invalid_request',
    );
    assertRefused(await ada.put(`/admin/users/${id}/quotas`, {}), 'forbidden');
    assertRefused(await moderator.put('/admin/users/nobody/quotas', {}), 'not_found');
  });
});
