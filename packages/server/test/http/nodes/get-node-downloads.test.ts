import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishActive } from '../../support/build.ts';
import { days } from '../../support/clock.ts';
import { fromAddress } from '../../support/from-address.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

suiteOnBoth('get-node-downloads', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  await publishActive(server, ada, 'Counted', '1.0.0');
  await publishActive(server, ada, 'counted', '1.1.0');
  await publishActive(server, ada, 'quiet', '1.0.0');
  server.clock.stop();
  const get = (query = '', node = 'counted') => server.anonymous.get(`/nodes/${node}/downloads${query}`);
  const today = () => server.clock.now().toISOString().slice(0, 10);
  const install = async (clients: number, version = '1.1.0', node = 'COUNTED') => {
    for (let client = 0; client < clients; client += 1) {
      await server.anonymous.get(`/nodes/${node}/install?version=${version}`, fromAddress(client));
    }
    await server.server.context.downloads.flush();
  };

  const first = today();
  await install(3);
  await install(1, '1.0.0');
  server.clock.advance(days(1));
  const between = today();
  server.clock.advance(days(1));
  await install(2);
  const last = today();

  test('200: one entry a day up to today, with zeros, over all versions', async () => {
    const { status, json } = await get();
    assert.equal(status, 200);
    assert.deepEqual([json.to, json.total, json.days.length], [today(), 6, 30]);
    assert.deepEqual([json.days[0].day, json.days.at(-1).day], [json.from, json.to]);
    const counts = new Map(
      json.days.map(({ day, downloads }: { day: string; downloads: number }) => [day, downloads]),
    );
    assert.equal(counts.size, 30);
    assert.deepEqual(
      [first, between, last].map((day) => counts.get(day)),
      [4, 0, 2],
    );
    assert.equal((await server.anonymous.get('/nodes/counted')).json.downloads, 6);
    assert.equal((await server.anonymous.get('/nodes/quiet/downloads')).json.total, 0);
  });

  test('200: the days that are asked for', async () => {
    assert.deepEqual((await get(`?to=${first}&days=1`)).json, {
      from: first,
      to: first,
      total: 4,
      days: [{ day: first, downloads: 4 }],
    });
    assert.equal((await get(`?from=${first}&to=${last}`)).json.days.length, 3);
    assert.equal((await get('?days=366')).json.days.length, 366);
    assert.equal((await get('?to=0000-01-02&days=2')).json.days[0].day, '0000-01-01');
    const leap = (await get('?from=2024-02-28&to=2024-03-01')).json.days;
    assert.deepEqual(
      leap.map(({ day }: { day: string }) => day),
      ['2024-02-28', '2024-02-29', '2024-03-01'],
    );
  });

  test('200: it counts on after midnight and is never kept', async () => {
    await publishActive(server, ada, 'late', '1.0.0');
    await install(2, '1.0.0', 'late');
    assert.equal((await get('', 'late')).json.days.at(-1).downloads, 2);
    server.clock.advance(days(1));
    assert.equal((await get('', 'late')).json.days.at(-1).downloads, 0);
    await install(1, '1.0.0', 'late');
    const { json } = await get('', 'late');
    assert.deepEqual([json.total, json.days.at(-1)], [3, { day: today(), downloads: 1 }]);
  });

  for (const query of [
    '?from=2026-02-30',
    '?from=2026-01-01T00:00:00Z',
    '?to=yesterday',
    '?days=0',
    '?days=367',
    '?days=ten',
    '?from=2025-01-01&to=2026-01-02',
    '?from=2026-01-02&to=2026-01-01',
    '?from=2026-01-02&days=3',
    '?to=0000-01-29',
    '?to=0000-12-30&days=366',
  ]) {
    test(`400: ${query}`, async () => assertRefused(await get(query), 'invalid_request'));
  }

  test('403 and 404: a banned node, a deleted one, and none', async () => {
    assertRefused(await server.anonymous.get('/nodes/none/downloads'), 'node_not_found');
    await publishActive(server, ada, 'banned', '1.0.0');
    await moderator.put('/publishers/ada/nodes/banned', { status: 'NodeStatusBanned' });
    assertRefused(await server.anonymous.get('/nodes/banned/downloads'), 'node_banned');
    await publishActive(server, ada, 'deleted', '1.0.0');
    await ada.owner.delete('/publishers/ada/nodes/deleted');
    assertRefused(await server.anonymous.get('/nodes/deleted/downloads'), 'node_not_found');
  });
});
