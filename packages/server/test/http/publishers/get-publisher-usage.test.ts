import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { quotas, quotasOf } from '@patchbay/contract';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishActive, publishPending, uniqueId } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

suiteOnBoth('get-publisher-usage', async () => {
  const server = await startServer({ after });
  const moderator = await server.moderator();
  const ada = await makePublisher(server, uniqueId('ada'));
  const path = `/publishers/${ada.id}/usage` as const;

  test('200: each quota with its use, for members, their tokens and moderators', async () => {
    const { bytes } = await publishActive(server, ada, uniqueId('used'), '1.0.0');
    await publishPending(ada, uniqueId('pending'), '1.0.0');
    const used: Readonly<Record<string, number>> = {
      nodes: 2,
      pending_versions: 1,
      package_bytes: bytes.length,
      definition_bytes: 0,
      tokens: 1,
      trusted_publishers: 0,
      members: 1,
      webhooks: 0,
    };
    const expected = Object.fromEntries(
      quotasOf('publisher').map((name) => [
        name,
        { ...(name === 'rate_factor' ? {} : { used: used[name] }), max: quotas[name].default },
      ]),
    );
    for (const caller of [ada.owner, moderator]) assert.deepEqual((await caller.get(path)).json, expected);
    const byToken = await server.anonymous.get(path, { authorization: `Bearer ${ada.token}` });
    assert.deepEqual(byToken.json, expected);
    assert.equal(byToken.headers.get('cache-control'), 'no-store');
  });

  test('401, 403 and 404', async () => {
    assertRefused(await server.anonymous.get(path), 'unauthenticated');
    assertRefused(await (await server.user('eve')).get(path), 'forbidden');
    assertRefused(await moderator.get('/publishers/nobody/usage'), 'publisher_not_found');
  });
});
