import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type ErrorCode, limits } from '@patchbay/contract';
import { countChanges } from '../../../src/store/log/changes.ts';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishActive, publishPending, zip } from '../../support/build.ts';
import { days } from '../../support/clock.ts';
import { fromAddress } from '../../support/from-address.ts';
import { readMetrics } from '../../support/read-metrics.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

const path = '/admin/statistics';

suite('get-statistics', async () => {
  const server = await startServer({ after });
  server.clock.stop();
  const today = () => server.clock.now().toISOString().slice(0, 10);
  const moderator = await server.moderator();
  const ada = await makePublisher(server, 'ada');

  test('200: the changes of the last days by day and kind, and none of the days before', async () => {
    const count = async (day: string, action: string) =>
      (await moderator.get(path)).json.counts.find(
        (row: { day: string; action: string }) => row.day === day && row.action === action,
      )?.count;
    const first = today();
    await publishActive(server, ada, 'counted', '1.0.0');
    await publishActive(server, ada, 'counted', '1.1.0');
    assert.equal(await count(first, 'package.stored'), 2);
    server.clock.advance(days(1));
    await publishActive(server, ada, 'counted', '1.2.0');
    assert.deepEqual([await count(first, 'package.stored'), await count(today(), 'package.stored')], [2, 1]);
    server.clock.advance(days(limits.statisticsDays - 1));
    const { json } = await moderator.get(path);
    assert.equal(json.since.slice(11), '00:00:00.000Z');
    assert.deepEqual(
      [await count(first, 'package.stored'), json.counts[0].day],
      [undefined, json.since.slice(0, 10)],
    );
  });

  test('200: downloads of all nodes by day, and refused packages by day and rule', async () => {
    const { context } = server.server;
    const flush = () => Promise.all([context.downloads.flush(), context.refusals.flush()]);
    const refuse = async (
      id: string,
      bytes: Uint8Array<ArrayBuffer>,
      code: ErrorCode = 'invalid_package',
    ) => {
      const { signedUrl } = await publishPending(ada, id, '1.0.0');
      assertRefused(await server.anonymous.upload(signedUrl, bytes), code);
    };
    const toml = `[project]\nname = "other"\nversion = "1.0.0"\n`;
    for (const id of ['popular', 'other']) await publishActive(server, ada, id, '1.0.0');
    const first = today();
    for (const id of ['popular', 'other']) {
      await server.anonymous.get(`/nodes/${id}/install`, fromAddress(1));
    }
    await refuse('refused-a', new Uint8Array([1, 2, 3]));
    await refuse('refused-b', new Uint8Array([1, 2, 3]));
    await refuse('refused-c', await zip({ 'pyproject.toml': toml, '__init__.py': '' }), 'package_mismatch');
    await flush();
    server.clock.advance(days(1));
    await server.anonymous.get('/nodes/popular/install', fromAddress(1));
    const { signedUrl } = await publishPending(ada, 'closed', '1.0.0');
    const allow = (package_bytes: number) =>
      moderator.put('/admin/publishers/ada/quotas', { package_bytes, reason: 'Asked for.' });
    await allow(0);
    assertRefused(await server.anonymous.upload(signedUrl, await zip({ 'a.py': '' })), 'quota_exceeded');
    await allow(2 ** 30);
    await flush();
    const { json } = await moderator.get(path);
    assert.deepEqual(
      [json.to, json.downloads],
      [
        today(),
        [
          { day: first, count: 2 },
          { day: today(), count: 1 },
        ],
      ],
    );
    assert.deepEqual(json.refusals, [
      { day: first, rule: 'mismatch', count: 1 },
      { day: first, rule: 'not-a-zip', count: 2 },
      { day: today(), rule: 'quota-used-up', count: 1 },
    ]);
    const metrics = await readMetrics(server);
    assert.equal(metrics.get('patchbay_packages_refused_total{rule="not-a-zip",process="1"}'), 2);
    server.clock.advance(days(limits.statisticsDays));
    const later = (await moderator.get(path)).json;
    assert.deepEqual([later.downloads, later.refusals], [[], []]);
  });

  test('200: no more than the last changes are counted, and since when is said', async () => {
    const { read } = server.server.context.store;
    const { since, counts } = await countChanges(read, { since: '2000-01-01T00:00:00.000Z', among: 3 });
    assert.equal(
      counts.reduce((sum, { count }) => sum + count, 0),
      3,
    );
    assert.ok(since > '2000-01-01T00:00:00.000Z');
  });

  test('401 and 403: anyone but a moderator', async () => {
    assertRefused(await server.anonymous.get(path), 'unauthenticated');
    assertRefused(await ada.owner.get(path), 'forbidden');
  });
});
