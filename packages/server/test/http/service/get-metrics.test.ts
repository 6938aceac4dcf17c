import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishActive, publishPending } from '../../support/build.ts';
import { Client } from '../../support/client.ts';
import { hours, minutes, seconds } from '../../support/clock.ts';
import { enqueueJob } from '../../support/enqueue-job.ts';
import { sendRaw } from '../../support/raw-http.ts';
import { parseMetrics, readMetrics } from '../../support/read-metrics.ts';
import { startServer } from '../../support/start-server.ts';
import { currentVariant, suite } from '../../support/variants.ts';

suite('get-metrics', async () => {
  const server = await startServer({ after });
  const { anonymous } = server;
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  const read = () => readMetrics(server);
  /** By how much a sample grew while something was done. */
  const growth = async (names: readonly string[], work: () => Promise<unknown>): Promise<number[]> => {
    const before = await read();
    await work();
    const later = await read();
    return names.map((name) => (later.get(name) ?? 0) - (before.get(name) ?? 0));
  };
  const requests = (endpoint: string, method: string, status: string) =>
    `patchbay_http_requests_total{endpoint="${endpoint}",method="${method}",status="${status}",process="1"}`;

  test('200: text in the Prometheus format, not cacheable', async () => {
    const reply = await anonymous.get('/metrics');
    assert.equal(reply.status, 200);
    assert.equal(reply.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
    assert.equal(reply.headers.get('cache-control'), 'no-store');
    for (const line of reply.text.trimEnd().split('\n')) {
      assert.match(
        line,
        /^(|# (HELP|TYPE) \w+ .+|\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? (-?[\d.e+-]+|Nan|\+Inf))$/,
      );
    }
  });

  test('200: counts every response by endpoint, method and class: rendered, cached, 304 and errors', async () => {
    await publishActive(server, ada, 'Counted', '1.0.0');
    const path = '/nodes/counted';
    const seen = [
      requests('getNode', 'GET', '2xx'),
      requests('getNode', 'GET', '3xx'),
      requests('getNode', 'GET', '4xx'),
      requests('getNode', 'HEAD', '2xx'),
      'patchbay_http_request_duration_seconds_count{endpoint="getNode",process="1"}',
      'patchbay_http_request_duration_seconds_bucket{endpoint="getNode",le="+Inf",process="1"}',
      'patchbay_response_cache_hits_total{process="1"}',
      'patchbay_http_errors_total{endpoint="getNode",code="node_not_found",process="1"}',
    ];
    let bytes = 0;
    const grown = await growth(seen, async () => {
      const first = await anonymous.get(path);
      bytes = first.bytes.length;
      const etag = first.headers.get('etag') ?? '';
      await anonymous.get(path);
      await anonymous.get(path);
      await anonymous.get(path, { 'if-none-match': etag });
      await anonymous.send('HEAD', path);
      await anonymous.get('/nodes/no-such-node');
    });
    assert.deepEqual(grown, [3, 1, 1, 1, 6, 6, 3, 1]);
    const sent = 'patchbay_http_response_body_bytes_total{endpoint="getNode",process="1"}';
    const [both] = await growth([sent], async () => {
      await anonymous.get(path);
      await anonymous.get(path, { authorization: 'Bearer stale' });
    });
    assert.equal(both, 2 * bytes, 'as kept, and by the framework');
  });

  test('200: no URL, method or id creates a new label', async () => {
    const labelled = async () =>
      new Set([...(await read()).keys()].filter((name) => name.startsWith('patchbay_')));
    await anonymous.get('/no/such/address');
    await anonymous.send('DELETE', '/nodes');
    await anonymous.send('OPTIONS', '/nodes');
    await sendRaw(server.url, 'not http at all\r\n\r\n');
    // It counts itself, from the second one on.
    await read();
    const before = await labelled();
    for (let index = 0; index < 20; index += 1) {
      await anonymous.get(`/no/such/address/${index}`);
      await anonymous.get(`/nodes/id-${index}`);
      await anonymous.get(`/nodes?limit=${index}`, { 'x-forwarded-for': `192.0.2.${index}` });
      await anonymous.send('PROPFIND', `/nodes/id-${index}`);
      await sendRaw(server.url, `NONSENSE-${index} / HTTP/1.1\r\nHost: here\r\n\r\n`);
    }
    const fresh = [...(await labelled())].filter((name) => !before.has(name));
    const allowed = /endpoint="(getNode|listNodes|other)"/;
    assert.deepEqual(
      fresh.filter((name) => !allowed.test(name)),
      [],
    );
    assert.equal(
      fresh.some((name) => /id-|192\.0\.2|address/.test(name)),
      false,
    );
    const others = await read();
    assert.ok((others.get(requests('other', 'GET', '4xx')) ?? 0) >= 21);
    assert.ok((others.get(requests('other', 'other', '4xx')) ?? 0) >= 21);
  });

  test('200: publishes, uploads taken and refused by code, downloads and jobs', async () => {
    const names = [
      'patchbay_changes_total{action="version.published",process="1"}',
      'patchbay_changes_total{action="package.stored",process="1"}',
      'patchbay_http_errors_total{endpoint="uploadPackage",code="invalid_package",process="1"}',
      'patchbay_job_runs_total{kind="receive-package",outcome="done",process="1"}',
      'patchbay_job_duration_seconds_count{process="1",kind="receive-package"}',
      'patchbay_downloads_total{process="1"}',
    ];
    const grown = await growth(names, async () => {
      const { signedUrl } = await publishPending(ada, 'Refused', '1.0.0');
      assertRefused(await anonymous.upload(signedUrl, new Uint8Array(8)), 'invalid_package');
      await publishActive(server, ada, 'Taken', '1.0.0');
      await anonymous.get('/nodes/taken/install');
      await anonymous.get('/nodes/taken/install');
      await server.server.context.downloads.flush();
      await enqueueJob(server, { kind: 'receive-package' });
      server.clock.advance(hours(1));
      await server.settle();
    });
    assert.deepEqual(grown, [2, 1, 1, 1, 1, 1]);
  });

  test('200: what the registry holds, the review queue with its age, and jobs by state', async () => {
    const before = await read();
    await publishActive(server, ada, 'Held', '1.0.0');
    await publishActive(server, ada, 'Held', '1.1.0');
    await publishPending(ada, 'Held', '2.0.0');
    await enqueueJob(server, { kind: 'receive-package' });
    const moved = await moderator.put('/admin/nodes/held/versions/1.0.0', {
      status: 'NodeVersionStatusFlagged',
      status_reason: 'To be looked at.',
    });
    assert.equal(moved.status, 200, moved.text);
    server.clock.advance(minutes(2));
    const later = await read();
    const grown = (name: string) => (later.get(name) ?? 0) - (before.get(name) ?? 0);
    assert.equal(grown('patchbay_listed{list="nodes"}'), 1);
    assert.equal(grown('patchbay_versions{status="NodeVersionStatusActive"}'), 1);
    assert.equal(grown('patchbay_versions{status="NodeVersionStatusPending"}'), 1);
    assert.equal(grown('patchbay_versions{status="NodeVersionStatusFlagged"}'), 1);
    const age = later.get('patchbay_review_queue_oldest_seconds') ?? 0;
    assert.ok(age >= 120 && age < 1_000, String(age));
    assert.ok((later.get('patchbay_jobs{kind="receive-package",state="scheduled"}') ?? 0) >= 1);
    assert.ok(grown('patchbay_log_last_seq') >= 5);
    assert.equal(later.get('patchbay_database_up'), 1);
  });

  test('200: the process: writes, connections to the database, followers, memory, event loop', async () => {
    let samples = await read();
    // The log is followed when the machine has time for it.
    while ((samples.get('patchbay_log_followed_age_seconds{process="1"}') ?? 0) >= 2) samples = await read();
    const writes = samples.get('patchbay_write_duration_seconds_count{process="1"}') ?? 0;
    assert.ok(writes > 0);
    for (const part of ['wait', 'flush']) {
      assert.equal(samples.get(`patchbay_write_${part}_seconds_count{process="1"}`), writes);
    }
    assert.ok(samples.has('patchbay_log_followed_age_seconds{process="1"}'));
    assert.ok((samples.get('process_resident_memory_bytes{process="1"}') ?? 0) > 1e6);
    assert.ok(samples.has('nodejs_eventloop_lag_p99_seconds{process="1"}'));
    assert.ok((samples.get('patchbay_http_connections{process="1"}') ?? 0) >= 1);
    const ofPools = [...samples.keys()].filter((name) => name.startsWith('patchbay_database_connections'));
    const pools = new Set(ofPools.map((name) => /pool="(\w+)"/.exec(name)?.[1]));
    const expected =
      currentVariant().engine === 'postgres' ? ['accounts', 'rates', 'reads', 'writes'] : ['reads'];
    assert.deepEqual([ofPools.length, pools], [2 * expected.length, new Set(expected)]);
    const isIsolated = (await anonymous.get('/ready')).json.readers === 'isolated';
    assert.equal(samples.get('patchbay_readers_isolated{process="1"}'), isIsolated ? 1 : 0);
    const skews = [...samples].filter(([name]) => name.startsWith('patchbay_database_clock_skew_seconds'));
    assert.deepEqual(
      skews.map(([, skew]) => Math.abs(skew) < 4),
      [true],
    );
    assert.match(
      [...samples.keys()].find((name) => name.startsWith('patchbay_build_info')) ?? '',
      /version="\d/,
    );
  });

  test('200: a flood of scrapes queries the database once', async () => {
    server.clock.advance(seconds(11));
    const { reader } = server.server.context.store.engine;
    const begun = performance.now();
    let reads = 0;
    const select = reader.selectFrom.bind(reader) as (table: string) => unknown;
    const counting = (table: string) => {
      if (table === 'places') reads += 1;
      return select(table);
    };
    Object.assign(reader, { selectFrom: counting });
    const replies = await Promise.all(Array.from({ length: 50 }, () => anonymous.get('/metrics')));
    Object.assign(reader, { selectFrom: select });
    const passed = Math.ceil((performance.now() - begun) / seconds(1));
    assert.ok(new Set(replies.map(({ text }) => text)).size <= 1 + passed, 'one text a second');
    assert.ok(reads >= 1 && reads <= 1 + Math.floor(passed / 10), `${reads} reads in ${passed} s`);
  });
});

suite('get-metrics of a server with trouble', () => {
  test('200: reports that the database is down, and all metrics that do not need it', async (t) => {
    const server = await startServer(t);
    const { engine } = server.server.context.store;
    const select = engine.reader.selectFrom.bind(engine.reader);
    Object.assign(engine.reader, {
      selectFrom: () => {
        throw new Error('away');
      },
    });
    const samples = await readMetrics(server);
    Object.assign(engine.reader, { selectFrom: select });
    assert.equal(samples.get('patchbay_database_up'), 0);
    assert.equal(samples.has('patchbay_log_last_seq'), false);
    assert.ok(samples.has('process_resident_memory_bytes{process="1"}'));
    assert.equal((await readMetrics(server)).get('patchbay_database_up'), 1, 'and when it is back');
  });

  test('401: where METRICS_TOKEN is set, anyone without it', async (t) => {
    const server = await startServer(t, { METRICS_TOKEN: 'a-token-of-more-than-32-characters' });
    assertRefused(await server.anonymous.get('/metrics'), 'unauthenticated');
    assertRefused(await new Client(server.url, 'another').get('/metrics'), 'unauthenticated');
    assertRefused(await (await server.moderator()).get('/metrics'), 'unauthenticated');
  });

  test('200: where METRICS_TOKEN is set, to who sends it', async (t) => {
    const token = 'a-token-of-more-than-32-characters';
    const server = await startServer(t, { METRICS_TOKEN: token });
    const reply = await new Client(server.url, token).get('/metrics');
    assert.equal(reply.status, 200, reply.text);
    assert.ok(parseMetrics(reply.text).size > 20);
  });
});
