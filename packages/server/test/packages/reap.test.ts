import assert from 'node:assert/strict';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { keyOfPackage } from '../../src/packages/blobs/blob-store.ts';
import { reap } from '../../src/packages/reap.ts';
import { makePublisher, publishActive, publishPending } from '../support/build.ts';
import { days, hours } from '../support/clock.ts';
import { readMetrics } from '../support/read-metrics.ts';
import { type TestServer, startServer } from '../support/start-server.ts';
import { suiteOnBoth } from '../support/variants.ts';

const sha256 = 'a'.repeat(64);
const uuid = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

const store = async ({ server }: TestServer, key: string): Promise<string> => {
  await using blob = await server.context.blobs.stage(Readable.from([Buffer.from('bytes')]), 100);
  await blob.commit(key);
  return key;
};

const keysOf = async ({ server }: TestServer): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of server.context.blobs.list('')) keys.push(key);
  return keys;
};

const orphanKey = (number: number): string =>
  keyOfPackage({ packageFolder: 'ada', nodeKey: 'gone', versionId: uuid(number), sha256 });

/** Runs the reaper as if so much later, while the clock of the server stays: nothing else comes due. */
const reapLater = (
  { server, clock }: TestServer,
  ms: number,
  after = '',
  examinedMax?: number,
): Promise<string | undefined> =>
  reap({ ...server.context, now: () => new Date(clock.now().getTime() + ms) }, after, examinedMax);

/** One of each: a package of a version, one of another upload for it, one of a version that is gone, one awaited. */
const makeServer = async (t: TestContext) => {
  const server = await startServer(t);
  const ada = await makePublisher(server, 'ada');
  const { versionId } = await publishActive(server, ada, 'mine', '1.0.0');
  const [owned = ''] = await keysOf(server);
  const pending = await publishPending(ada, 'mine', '2.0.0');
  const keyOf = (id: string) =>
    keyOfPackage({ packageFolder: 'ada', nodeKey: 'mine', versionId: id, sha256 });
  const other = await store(server, keyOf(versionId));
  const awaited = await store(server, keyOf(pending.versionId));
  const gone = await store(server, orphanKey(0));
  return { server, owned, other, awaited, gone };
};

suiteOnBoth('reap', () => {
  test('packages that no version will ever have are removed a day after they came, and no others', async (t) => {
    const { server, owned, other, awaited, gone } = await makeServer(t);
    await reapLater(server, hours(23));
    assert.deepEqual((await keysOf(server)).sort(), [owned, other, awaited, gone].sort());
    await reapLater(server, hours(25));
    assert.deepEqual((await keysOf(server)).sort(), [owned, awaited].sort());
    const metrics = await readMetrics(server);
    assert.equal(metrics.get('patchbay_reaped_total{what="package",process="1"}'), 2);
  });

  test('a package of a version whose row was lost stays, because the log knows it', async (t) => {
    const { server, owned, gone, other, awaited } = await makeServer(t);
    await server.server.context.store.write({ actor: 'server' }, (tx) =>
      tx.append({
        kind: 'package.stored',
        about: { id: uuid(0), nodeKey: 'gone' },
        after: { sha256, bytes: 5 },
      }),
    );
    await reapLater(server, days(2));
    assert.deepEqual((await keysOf(server)).sort(), [owned, awaited, gone].sort());
    assert.ok(!(await keysOf(server)).includes(other), 'the log knows another package of its version');
  });

  test('downloads by day are kept for two years', async (t) => {
    const { server } = await makeServer(t);
    const { context } = server.server;
    const addresses = Array.from({ length: 3 }, (_, index) => `192.0.2.${index}`);
    for (const [versionId, address] of addresses.entries()) {
      context.downloads.count({ nodeId: 'mine', versionId: String(versionId) }, address);
    }
    await context.downloads.flush();
    const rows = () => context.store.read.selectFrom('daily_downloads').selectAll().execute();
    await reapLater(server, days(731));
    assert.deepEqual(
      (await rows()).map(({ node_key, downloads }) => [node_key, downloads]),
      [['mine', 3]],
    );
    await reapLater(server, days(732));
    assert.deepEqual(await rows(), []);
    assert.deepEqual(await context.store.read.selectFrom('daily_counts').selectAll().execute(), []);
    const metrics = await readMetrics(server);
    assert.equal(metrics.get('patchbay_reaped_total{what="download-day",process="1"}'), 1);
  });

  test('at most 100 packages are removed a day', async (t) => {
    const { server, owned } = await makeServer(t);
    for (let number = 1; number <= 120; number += 1) await store(server, orphanKey(number));
    assert.equal(await reapLater(server, days(2)), undefined);
    assert.equal((await keysOf(server)).length, 124 - 100);
    await reapLater(server, days(2));
    assert.ok((await keysOf(server)).includes(owned));
    assert.equal((await keysOf(server)).length, 2);
  });

  test('a run that removed a package is the last one of the day', async (t) => {
    const { server, owned, awaited } = await makeServer(t);
    assert.equal(await reapLater(server, days(2), '', 1), undefined);
    const [last] = (await keysOf(server)).toReversed();
    assert.deepEqual((await keysOf(server)).sort(), [owned, awaited].sort());
    assert.equal(await reapLater(server, days(2), '', 1), last);
  });

  test('a run goes on behind the package at which the last one stopped', async (t) => {
    const { server, other, gone } = await makeServer(t);
    const before = gone < other ? gone : other;
    await reapLater(server, days(2), before);
    assert.ok((await keysOf(server)).includes(before));
    assert.ok(!(await keysOf(server)).includes(gone < other ? other : gone));
  });

  test('expired sessions and what a killed process left behind are removed', async (t) => {
    const { server } = await makeServer(t);
    const { DATA_DIR } = server.server.context.config;
    const { read } = server.server.context.store;
    const staging = join(DATA_DIR, 'packages/.staging');
    await writeFile(join(staging, 'left'), 'the by');
    const before = new Date(Date.now() - hours(2));
    await utimes(join(staging, 'left'), before, before);
    await reapLater(server, 0);
    assert.deepEqual(await readdir(staging), []);
    const sessions = async () => (await read.selectFrom('session').select('id').execute()).length;
    assert.ok((await sessions()) > 0, 'sessions that last are kept');
    const { migrator } = server.server.context.store.engine;
    const past = new Date(Date.now() - hours(1)).toISOString();
    await sql`update session set ${sql.ref('expiresAt')} = ${past}`.execute(migrator);
    await reapLater(server, 0);
    assert.equal(await sessions(), 0);
  });

  test('it runs by itself, a day after the first start and a day after each run', async (t) => {
    const { server, gone } = await makeServer(t);
    const runAt = async () => {
      const { read } = server.server.context.store;
      const rows = await read.selectFrom('jobs').select('run_at').where('kind', '=', 'reap').execute();
      assert.equal(rows.length, 1);
      return Date.parse(rows[0]?.run_at ?? '') - server.clock.now().getTime();
    };
    assert.ok((await runAt()) > hours(23));
    server.clock.advance(days(1) + hours(1));
    await server.settle();
    assert.ok(!(await keysOf(server)).includes(gone));
    assert.ok((await runAt()) > hours(23));
  });
});
