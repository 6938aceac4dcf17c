import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { quotas } from '@patchbay/contract';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishPending, uniqueId } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

suite('update-node-quotas', async () => {
  const server = await startServer({ after });
  const moderator = await server.moderator();
  const ada = await makePublisher(server, uniqueId('ada'));
  const node = uniqueId('Raised');
  await publishPending(ada, node, '1.0.0');
  const path = `/admin/nodes/${node.toLowerCase()}/quotas` as const;

  test('200: of a node in any spelling, and the log tells it', async () => {
    const reply = await moderator.put(path, { versions: 6_000, reason: 'Asked for.' });
    assert.deepEqual(
      [reply.status, reply.json],
      [200, { ids: { used: 0, max: quotas.ids.default }, versions: { used: 1, max: 6_000 } }],
      reply.text,
    );
    const { changes } = (await moderator.get(`/admin/changes?limit=1000&subject=node:${node.toLowerCase()}`))
      .json;
    const { action, before, after: now } = changes.at(-1);
    assert.deepEqual([action, before, now], ['node.quotas-set', {}, { versions: 6_000 }]);
    const restored = await moderator.put(path, { versions: null, reason: 'Asked for.' });
    assert.deepEqual(restored.json.versions, { used: 1, max: quotas.versions.default });
  });

  test('400, 403 and 404', async () => {
    assertRefused(await moderator.put(path, { versions: 'many' }), 'invalid_request');
    assertRefused(await ada.owner.put(path, {}), 'forbidden');
    assertRefused(await moderator.put('/admin/nodes/none/quotas', {}), 'node_not_found');
  });
});
