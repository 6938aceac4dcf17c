import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { days } from '../../support/clock.ts';
import { startTwoModerators } from '../../support/two-moderators.ts';
import { suiteOnBoth } from '../../support/variants.ts';

const path = '/admin/proposals';

suiteOnBoth('list-proposals', async () => {
  const { server, first, second, propose } = await startTwoModerators({ after });

  test('200: the open ones, the oldest first, to every moderator', async () => {
    const one = await propose();
    server.clock.advance(days(1));
    const two = await propose();
    for (const caller of [first, second]) {
      const { proposals, total } = (await caller.get(path)).json;
      assert.deepEqual([proposals, total], [[one.proposal, two.proposal], 2]);
    }
    server.clock.advance(days(6));
    assert.equal((await first.get(path)).json.total, 1, 'one has expired');
  });

  test('401 and 403: an anonymous caller, a user', async () => {
    assertRefused(await server.anonymous.get(path), 'unauthenticated');
    assertRefused(await (await server.user('stranger')).get(path), 'forbidden');
  });
});
