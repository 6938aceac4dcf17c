import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishActive, uniqueId } from '../../support/build.ts';
import { fromAddress } from '../../support/from-address.ts';
import { minutes } from '../../support/clock.ts';
import { readMetrics } from '../../support/read-metrics.ts';
import { sendMany } from '../../support/send-many.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

const standingOf = (headers: Headers): string | null => headers.get('ratelimit');

suite('limited reads', async () => {
  const server = await startServer({ after }, { RATE_LIMITS: 'on' });
  server.clock.stop();
  const { anonymous } = server;
  const publisher = await makePublisher(server, uniqueId('publisher'));
  const nodeId = uniqueId('node');
  await publishActive(server, publisher, nodeId, '1.0.0');

  test('429: uncached reads from one address; what is free stays free, others are not affected', async () => {
    const here = fromAddress(1);
    const unknown = () => anonymous.get(`/nodes/${uniqueId('unknown')}`, here);
    assert.equal((await anonymous.get(`/nodes/${nodeId}`)).status, 200);
    const search = () => anonymous.get('/nodes/search?limit=none', here);
    assert.deepEqual(Object.fromEntries(await sendMany(998, search)), { 400: 998 }, 'ten tokens each');
    assert.deepEqual(Object.fromEntries(await sendMany(30, unknown)), { 404: 20, 429: 10 });
    const refused = await anonymous.get('/nodes?limit=1000&sort=id', here);
    assertRefused(refused, 'rate_limited');
    assert.match(refused.json.message, /^Too many reads from this address: .* 100 a second, 10000 at once/);
    const kept = await anonymous.get(`/nodes/${nodeId}`, here);
    assert.deepEqual([kept.status, standingOf(kept.headers)], [200, null]);
    const again = await anonymous.get(`/nodes/${nodeId}`, {
      ...here,
      'if-none-match': kept.headers.get('etag') ?? '',
    });
    assert.deepEqual([again.status, standingOf(again.headers)], [304, null]);
    for (const path of ['/health', '/ready', '/metrics']) {
      const free = await anonymous.get(path, here);
      assert.deepEqual([free.status, standingOf(free.headers)], [200, null], path);
    }
    assert.equal((await anonymous.get('/nodes/unknown', fromAddress(2))).status, 404);
    server.clock.advance(minutes(2));
    assert.equal((await anonymous.get('/nodes/unknown', here)).status, 404);
    const samples = await readMetrics(server);
    assert.ok((samples.get('patchbay_rate_limited_total{rate="reads",process="1"}') ?? 0) > 0);
    assert.equal(samples.get('patchbay_rates_alone{process="1"}'), 0);
  });

  test('a counted answer says how its buckets stand; a kept one repeats nothing of it', async () => {
    const path = `/nodes/${nodeId}/versions/1.0.0` as const;
    const first = await anonymous.get(path, fromAddress(3));
    assert.equal(standingOf(first.headers), '"reads";r=9999;t=1');
    assert.equal(first.headers.get('ratelimit-policy'), '"reads";q=10000;w=100');
    assert.match(first.headers.get('access-control-expose-headers') ?? '', /RateLimit, RateLimit-Policy/);
    const second = await anonymous.get(path, fromAddress(3));
    assert.deepEqual([second.status, standingOf(second.headers)], [200, null]);
  });

  test('reads are weighed by the items they ask for, and searches by what they cost', async () => {
    const pairs = (length: number) => ({
      node_versions: Array.from({ length }, () => ({ node_id: nodeId, version: '1.0.0' })),
    });
    const costs = [
      [1, await anonymous.post('/bulk/nodes/versions', pairs(0), fromAddress(10))],
      [1, await anonymous.post('/bulk/nodes/versions', pairs(100), fromAddress(11))],
      [2, await anonymous.post('/bulk/nodes/versions', pairs(101), fromAddress(12))],
      [10, await anonymous.post('/bulk/nodes/versions', pairs(1_000), fromAddress(13))],
      [1, await anonymous.get('/nodes?limit=30', fromAddress(14))],
      [10, await anonymous.get('/nodes?limit=1000', fromAddress(15))],
      [10, await anonymous.get('/nodes?limit=99999999', fromAddress(16))],
      [10, await anonymous.get('/publishers', fromAddress(17))],
      [10, await anonymous.get('/nodes/search?search=blur', fromAddress(18))],
    ] as const;
    for (const [index, [cost, { status, headers }]] of costs.entries()) {
      assert.deepEqual([status, standingOf(headers)], [200, `"reads";r=${10_000 - cost};t=1`], String(index));
    }
  });

  test('a long body costs by its length, valid or not, before it is parsed', async () => {
    const kib = 1024;
    const padded = (bytes: number) => `{"node_versions":[]${' '.repeat(bytes - 20)}}`;
    const bodies = [
      { cost: 1, status: 200, body: padded(16 * kib) },
      { cost: 2, status: 200, body: padded(16 * kib + 1) },
      { cost: 32, status: 200, body: padded(512 * kib) },
      { cost: 32, status: 400, body: 'x'.repeat(512 * kib) },
      { cost: 4, status: 400, body: `{"node_versions":[${'{},'.repeat(20 * kib)}{}]}` },
    ];
    for (const [index, { cost, status, body }] of bodies.entries()) {
      const headers = { 'content-type': 'application/json', ...fromAddress(40 + index) };
      const reply = await fetch(`${server.url}/bulk/nodes/versions`, { method: 'POST', headers, body });
      assert.deepEqual([reply.status, standingOf(reply.headers)], [status, `"reads";r=${10_000 - cost};t=1`]);
    }
  });

  test('204: preflights, which browsers send before they read, are not counted', async () => {
    const reply = await anonymous.send('OPTIONS', `/nodes/${nodeId}`, undefined, {
      ...fromAddress(19),
      origin: 'https://example.org',
      'access-control-request-method': 'PUT',
    });
    assert.deepEqual([reply.status, standingOf(reply.headers)], [204, null], reply.text);
    assert.equal(reply.headers.get('access-control-allow-origin'), '*');
  });

  test('packages are downloaded and uploaded at rates of their own', async () => {
    const path = `/packages/${publisher.id}/${nodeId}/1.0.0.zip`;
    const { status, headers } = await anonymous.get(path, fromAddress(20));
    assert.deepEqual([status, standingOf(headers)], [200, '"downloads";r=9999;t=1']);
    const empty = await anonymous.upload(
      `${server.url}/uploads/none?expires=1&signature=x`,
      new Uint8Array(),
      fromAddress(20),
    );
    assert.deepEqual([empty.status, standingOf(empty.headers)], [404, '"uploads";r=199;t=1']);
  });

  test('what never becomes a request to an endpoint is not counted', async () => {
    for (const [path, status] of [
      ['/nodes/%ff', 400],
      ['/nothing', 404],
    ] as const) {
      const reply = await anonymous.get(path, fromAddress(30));
      assert.deepEqual([reply.status, standingOf(reply.headers)], [status, null], path);
    }
  });

  test('nothing is limited where the operator says so', async (t) => {
    const open = await startServer(t, { RATE_LIMITS: 'off' });
    const ada = await open.user('ada');
    const made = await sendMany(8, () => ada.post('/publishers', { id: uniqueId('open'), name: 'x' }));
    assert.deepEqual(Object.fromEntries(made), { 201: 8 });
    assert.equal(standingOf((await open.anonymous.get('/nodes/unknown')).headers), null);
  });
});
