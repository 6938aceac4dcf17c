import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { quotas } from '@patchbay/contract';
import { findQuota } from '../../../src/store/rows/quotas.ts';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, uniqueId } from '../../support/build.ts';
import { countChanges } from '../../support/count-changes.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

suite('update-publisher-quotas', async () => {
  const server = await startServer({ after });
  const moderator = await server.moderator();
  const { id, owner } = await makePublisher(server, uniqueId('raised'));
  const set = (maxima: object, as = moderator) =>
    as.put(`/admin/publishers/${id}/quotas`, { reason: 'Asked for.', ...maxima });

  test('200: only what is sent changes, null restores the default, and the log tells it', async () => {
    const reply = await set({ nodes: 2_000, rate_factor: 5, of_a_later_version: 1 });
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual([reply.json.nodes, reply.json.rate_factor], [{ used: 0, max: 2_000 }, { max: 5 }]);
    assert.deepEqual((await set({ members: 7, nodes: null })).json, {
      ...reply.json,
      nodes: { used: 0, max: quotas.nodes.default },
      members: { used: 1, max: 7 },
    });
    const { changes } = (await moderator.get(`/admin/changes?limit=1000&subject=publisher:${id}`)).json;
    assert.deepEqual(
      changes
        .slice(-2)
        .map(({ action, before, after: now }: Record<string, unknown>) => [action, before, now]),
      [
        ['publisher.quotas-set', {}, { nodes: 2_000, rate_factor: 5 }],
        ['publisher.quotas-set', { nodes: 2_000 }, { members: 7 }],
      ],
    );
    const { read } = server.server.context.store;
    assert.equal((await findQuota(read, id, 'rate_factor')).max, 5, 'what rates go by');
    assert.equal((await findQuota(read, 'nobody', 'rate_factor')).max, 1);
  });

  test('200: what is so already is not logged again', async () => {
    await set({ tokens: 5 });
    const before = await countChanges(server);
    assert.equal((await set({ tokens: 5 })).status, 200);
    assert.equal(await countChanges(server), before);
  });

  test('400: below the minimum, over the maximum, or no whole number', async () => {
    for (const maxima of [
      { nodes: -1 },
      { nodes: 1e9 },
      { nodes: 1.5 },
      { nodes: '5' },
      { rate_factor: 0 },
    ]) {
      const reply = await set(maxima);
      assertRefused(reply, 'invalid_request');
      assert.equal(reply.json.details[0].path, `/${Object.keys(maxima)[0]}`);
    }
  });

  test('403 and 404', async () => {
    assertRefused(await set({ nodes: 2_000 }, owner), 'forbidden');
    assertRefused(await moderator.put('/admin/publishers/nobody/quotas', {}), 'publisher_not_found');
  });
});
