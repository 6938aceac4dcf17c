import assert from 'node:assert/strict';
import fs, { rename } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { mock, test } from 'node:test';
import { limits } from '@patchbay/contract';
import { assertRefused } from '../../support/assert-refused.ts';
import { minutes } from '../../support/clock.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

suite('get-readiness', () => {
  test('200, and 503 while the package store is down', async (t) => {
    const { anonymous, server } = await startServer(t);
    const ready = await anonymous.get('/ready');
    assert.deepEqual(
      [ready.status, ready.json],
      [200, { status: 'ready', disk: 'ok', readers: 'best-effort' }],
    );

    const packages = join(server.context.config.DATA_DIR, 'packages');
    await rename(packages, `${packages}-away`);
    const away = await anonymous.get('/ready');
    assertRefused(away, 'unavailable');
    assert.ok(Number(away.headers.get('retry-after')) > 0);
    assert.equal((await anonymous.get('/health')).status, 200, 'the process is alive all the same');

    await rename(`${packages}-away`, packages);
    assert.equal((await anonymous.get('/ready')).status, 200);
  });

  test('503 while the package store hangs, and no longer', async (t) => {
    const { anonymous, server } = await startServer(t);
    const held = Promise.withResolvers<void>();
    const look = mock.method(server.context.blobs, 'check', () => held.promise);
    assertRefused(await anonymous.get('/ready'), 'unavailable');
    held.resolve();
    look.mock.restore();
    const disk = t.mock.method(fs, 'statfs', () => new Promise(() => undefined));
    syncBuiltinESMExports();
    assertRefused(await anonymous.get('/ready'), 'unavailable', 'a disk of the network may hang, too');
    disk.mock.restore();
    syncBuiltinESMExports();
    assert.equal((await anonymous.get('/ready')).status, 200);
  });

  test('503 while the database hangs as the state of the source is read, and nothing waits for it', async (t) => {
    const { anonymous, clock, server } = await startServer(t, { UPSTREAM: 'http://127.0.0.1:1' });
    await server.worker.settle();
    const { read } = server.context.store;
    const never: object = new Proxy(() => never, {
      get: (_, key) => (key === 'executeTakeFirst' ? () => new Promise(() => undefined) : never),
    });
    const select = read.selectFrom.bind(read) as (table: string) => object;
    const reads = t.mock.method(read, 'selectFrom', (table: string) =>
      table === 'sources' ? never : select(table),
    );
    const [ready, status, metrics] = await Promise.all([
      anonymous.get('/ready'),
      anonymous.get('/health/status'),
      anonymous.get('/metrics'),
    ]);
    reads.mock.restore();
    assertRefused(ready, 'unavailable');
    assert.deepEqual([status.status, status.json.source], [200, undefined]);
    assert.match(metrics.text, /^patchbay_database_up 1$/m);
    assert.doesNotMatch(metrics.text, /^patchbay_source_up /m);
    clock.advance(minutes(1));
    const recovered = await anonymous.get('/ready');
    assert.equal(recovered.json.source?.reachable, false, recovered.text);
  });

  test('200: it says that the disk is full, which fails writes and no reads', async (t) => {
    const { anonymous } = await startServer(t);
    const { mock } = t.mock.method(fs, 'statfs', async () => ({ bavail: 100, bsize: 1_024 }));
    syncBuiltinESMExports();
    assert.equal((await anonymous.get('/ready')).json.disk, 'full');
    const { text } = await anonymous.get('/metrics');
    assert.match(text, /^patchbay_free_bytes\{folder="data",process="1"\} 102400$/m);
    mock.restore();
    syncBuiltinESMExports();
    assert.equal((await anonymous.get('/ready')).json.disk, 'ok');
  });

  test('200: all who ask at once share one look at the package store', async (t) => {
    const { anonymous, server } = await startServer(t);
    const { blobs } = server.context;
    const held = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const look = mock.method(blobs, 'check', () => {
      asked.resolve();
      return held.promise;
    });
    // One more of this client would wait for them.
    const replies = Array.from({ length: limits.requestsUnderWayMax - 1 }, () => anonymous.get('/ready'));
    await asked.promise;
    // A request that is answered later was not asked later.
    assert.equal((await anonymous.get('/health')).status, 200);
    const before = look.mock.callCount();
    held.resolve();
    assert.deepEqual(new Set((await Promise.all(replies)).map(({ status }) => status)), new Set([200]));
    assert.equal(before, 1);
    look.mock.restore();
  });
});
