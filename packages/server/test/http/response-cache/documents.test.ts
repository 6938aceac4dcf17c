import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishActive } from '../../support/build.ts';
import type { Client, Reply } from '../../support/client.ts';
import { fromAddress } from '../../support/from-address.ts';
import { readMetrics } from '../../support/read-metrics.ts';
import { sendMany } from '../../support/send-many.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

const paths = ['/nodes/first', '/nodes/first/versions/1.0.0', '/nodes/first/install'] as const;

/** Another spelling of a path, which only the framework reads. */
const spelledOtherwise = (path: string) => path.replace('first', '%66irst') as (typeof paths)[0];

/** All that is promised of an answer besides the request's own id and the moment. */
const lasting = ({ status, headers, text }: Reply) => {
  const shown = Object.fromEntries(headers);
  for (const name of ['x-request-id', 'date', 'ratelimit']) delete shown[name];
  return { status, headers: shown, text };
};

const readsLeft = async (client: Client, path: (typeof paths)[number], from: Record<string, string>) => {
  const { status, headers } = await client.get(path, from);
  assert.equal(status, 200);
  return Number(/"reads";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
};

suiteOnBoth('a document that is read before the framework', () => {
  test('is the same as through it, header for header, also as 304', async (t) => {
    const server = await startServer(t, { RATE_LIMITS: 'on', CACHE_BYTES: '0' });
    await publishActive(server, await makePublisher(server, 'ada'), 'first', '1.0.0');
    for (const path of paths) {
      const direct = await server.anonymous.get(path);
      assert.equal(direct.status, 200, direct.text);
      assert.deepEqual(lasting(direct), lasting(await server.anonymous.get(spelledOtherwise(path))));
      const known = { 'if-none-match': direct.headers.get('etag') ?? '' };
      const notModified = await server.anonymous.get(path, known);
      assert.equal(notModified.status, 304);
      assert.deepEqual(
        lasting(notModified),
        lasting(await server.anonymous.get(spelledOtherwise(path), known)),
      );
    }
  });

  test('takes of the rates of its caller once, and is refused like any other', async (t) => {
    const server = await startServer(t, { RATE_LIMITS: 'on', CACHE_BYTES: '0' });
    server.clock.stop();
    await publishActive(server, await makePublisher(server, 'ada'), 'first', '1.0.0');
    const here = fromAddress(1);
    const first = await readsLeft(server.anonymous, paths[0], here);
    const next = [];
    for (const path of [...paths, spelledOtherwise(paths[0])])
      next.push(await readsLeft(server.anonymous, path, here));
    assert.deepEqual(next, [first - 1, first - 2, first - 3, first - 4]);
    assertRefused(await server.anonymous.get('/nodes/nowhere', here), 'node_not_found');
    assert.equal(await readsLeft(server.anonymous, paths[0], here), first - 6);
    await sendMany(1_000, () => server.anonymous.get('/nodes/search?limit=none', here));
    let refused = await server.anonymous.get(paths[0], here);
    for (let count = 0; count < 10 && refused.status === 200; count += 1)
      refused = await server.anonymous.get(paths[0], here);
    assertRefused(refused, 'rate_limited');
  });

  test('is counted once', async (t) => {
    const server = await startServer(t, { CACHE_BYTES: '0' });
    await publishActive(server, await makePublisher(server, 'ada'), 'first', '1.0.0');
    const counted = async () => {
      const samples = await readMetrics(server);
      return ['2xx', '4xx'].map(
        (status) =>
          samples.get(
            `patchbay_http_requests_total{endpoint="getNode",method="GET",status="${status}",process="1"}`,
          ) ?? 0,
      );
    };
    const [found = 0, missed = 0] = await counted();
    await server.anonymous.get(paths[0]);
    assertRefused(await server.anonymous.get('/nodes/nowhere'), 'node_not_found');
    assert.deepEqual(await counted(), [found + 1, missed + 1]);
  });

  test('is not read for a path that is something else, and shows every write at once', async (t) => {
    const server = await startServer(t);
    const ada = await makePublisher(server, 'ada');
    await publishActive(server, ada, 'first', '1.0.0');
    assert.ok('total' in (await server.anonymous.get('/nodes/search?search=first')).json);
    const named = async () => (await server.anonymous.get('/nodes/first')).json.name;
    for (const name of ['One', 'Two', 'Three']) {
      const { status } = await ada.owner.put('/publishers/ada/nodes/first', { name });
      assert.equal(status, 200);
      assert.equal(await named(), name);
    }
    assert.equal((await ada.owner.delete('/publishers/ada/nodes/first')).status, 204);
    assertRefused(await server.anonymous.get('/nodes/first'), 'node_not_found');
    assertRefused(await server.anonymous.get('/nodes/first/versions/1.0.0'), 'node_not_found');
    assertRefused(await server.anonymous.get('/nodes/first/install'), 'node_not_found');
  });
});
