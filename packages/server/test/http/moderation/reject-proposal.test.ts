import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setModerator } from '../../../src/lifecycle/user.ts';
import { assertRefused } from '../../support/assert-refused.ts';
import { startTwoModerators } from '../../support/two-moderators.ts';
import { suiteOnBoth } from '../../support/variants.ts';

suiteOnBoth('reject-proposal', async () => {
  const { server, first, second, another, propose } = await startTwoModerators({ after });
  const reject = (id: string, as = second, reason: string | undefined = 'Not known.') =>
    as.post(`/admin/proposals/${id}/reject`, { reason });

  test('204: it cannot be approved any more, and the log has the reason', async () => {
    const { client, proposal } = await propose();
    const reply = await reject(proposal.id);
    assert.deepEqual([reply.status, reply.text], [204, '']);
    assertRefused(await second.post(`/admin/proposals/${proposal.id}/approve`), 'not_found');
    assertRefused(await client.get('/admin/users'), 'forbidden');
    const { changes } = (await first.get(`/admin/changes?subject=proposal:${proposal.id}`)).json;
    assert.deepEqual([changes[1].action, changes[1].reason], ['proposal.rejected', 'Not known.']);
    const own = await propose();
    assert.equal((await reject(own.proposal.id, first)).status, 204, 'who made it withdraws it');
  });

  test('the log says that one was replaced, and that it ended with the role of who made it or with whom it was about', async () => {
    const logged = async (id: string) => {
      const { changes } = (await first.get(`/admin/changes?subject=proposal:${id}`)).json;
      return (changes as { action: string; reason: string }[]).map(({ action, reason }) => [action, reason]);
    };
    const { userId, proposal } = await propose();
    const replaced = await second.put(`/admin/users/${userId}`, { isAdmin: true, reason: 'Known.' });
    assert.equal(replaced.status, 202, replaced.text);
    assert.deepEqual((await logged(proposal.id)).at(-1), [
      'proposal.rejected',
      'Another proposal about the same replaces it.',
    ]);
    const leaving = await another('leaving');
    const { id } = (await leaving.get('/users')).json;
    const made = await leaving.put(`/admin/users/${userId}`, { isAdmin: true, reason: 'Trusted.' });
    await setModerator(server.server.context.store, { actor: 'operator' }, id, false);
    assert.deepEqual((await logged(made.json.id)).at(-1), [
      'proposal.rejected',
      'Who made it is no moderator any more.',
    ]);
    const gone = await propose();
    assert.equal((await gone.client.delete('/users')).status, 204);
    assert.deepEqual((await logged(gone.proposal.id)).at(-1), [
      'proposal.rejected',
      'The account is deleted.',
    ]);
  });

  test('400, 401, 403 and 404: without a reason, an anonymous caller, a user, none', async () => {
    const { client, proposal } = await propose();
    assertRefused(await reject(proposal.id, second, ' '), 'invalid_request');
    assertRefused(await reject(proposal.id, server.anonymous), 'unauthenticated');
    assertRefused(await reject(proposal.id, client), 'forbidden');
    assertRefused(await reject('none'), 'not_found');
  });
});
