import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { startTwoModerators } from '../../support/two-moderators.ts';
import { suiteOnBoth } from '../../support/variants.ts';

suiteOnBoth('reject-proposal', async () => {
  const { server, first, second, propose } = await startTwoModerators({ after });
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

  test('400, 401, 403 and 404: without a reason, an anonymous caller, a user, none', async () => {
    const { client, proposal } = await propose();
    assertRefused(await reject(proposal.id, second, ' '), 'invalid_request');
    assertRefused(await reject(proposal.id, server.anonymous), 'unauthenticated');
    assertRefused(await reject(proposal.id, client), 'forbidden');
    assertRefused(await reject('none'), 'not_found');
  });
});
