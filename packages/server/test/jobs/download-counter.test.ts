import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DownloadCounter } from '../../src/jobs/download-counter.ts';
import { writeNewNode } from '../../src/lifecycle/write-rows.ts';
import { findNode } from '../../src/store/rows/nodes.ts';
import { insertPublisher } from '../../src/store/rows/publishers.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { openEngine } from '../../src/store/engines/open-engine.ts';
import { hours } from '../support/clock.ts';
import { openTestStore } from '../support/open-store.ts';
import { suiteOnBoth } from '../support/variants.ts';

const makeNode = (store: Store): Promise<unknown> =>
  store.write({ actor: 'server' }, async (tx) => {
    await insertPublisher(tx, 'ada', {});
    await writeNewNode(tx, { id: 'My-Node', publisherId: 'ada', metadata: {} });
  });

const downloads = async (store: Store) => (await findNode(store.read, 'my-node'))?.downloads;

const version = (versionId: string) => ({ nodeId: 'my-node', versionId });
const rowsOf = async (store: Store) => ({
  days: await store.read.selectFrom('download_days').selectAll().execute(),
  marks: await store.read.selectFrom('download_marks').selectAll().execute(),
});

suiteOnBoth('download-counter', () => {
  test('counts once for each client and version, and writes that at a flush', async (t) => {
    const { store, clock } = await openTestStore(t);
    await makeNode(store);
    const counter = new DownloadCounter(store, clock.now);
    for (let times = 0; times < 3; times += 1) {
      counter.count(version('one'), '192.0.2.1');
      counter.count(version('one'), '192.0.2.2');
      counter.count(version('two'), '192.0.2.1');
    }
    assert.equal(await downloads(store), 0);
    await Promise.all([counter.flush(), counter.flush()]);
    counter.count(version('one'), '192.0.2.1');
    await counter.flush();
    assert.equal(await downloads(store), 3);
  });

  test('has written all that was counted when a flush returns, also what another one is writing', async (t) => {
    const { store, clock } = await openTestStore(t);
    await makeNode(store);
    const counter = new DownloadCounter(store, clock.now);
    await counter.flush();
    counter.count(version('one'), '192.0.2.1');
    const other = counter.flush();
    await counter.flush();
    assert.equal(counter.totals.counted, 1);
    await other;
  });

  test('takes one network of IPv6 for one client, and an IPv4 address however it is written', async (t) => {
    const { store, clock } = await openTestStore(t);
    await makeNode(store);
    const counter = new DownloadCounter(store, clock.now);
    for (const address of ['2001:db8::1', '2001:db8:0:0:ffff::', '2001:DB8::1:2:3:4', '2001:0db8::9']) {
      counter.count(version('one'), address);
    }
    for (const address of ['192.0.2.1', '::ffff:192.0.2.1']) counter.count(version('one'), address);
    counter.count(version('one'), '2001:db8:0:1::1');
    await counter.flush();
    assert.equal(await downloads(store), 3);
  });

  test('counts as one with the other processes of the database', async (t) => {
    const { store, clock, url } = await openTestStore(t);
    await makeNode(store);
    const other = openStore(openEngine(url, { connections: 1 }), clock.now);
    t.after(() => other.close());
    const counters = [store, other].map((one) => new DownloadCounter(one, clock.now));
    for (const counter of counters) {
      counter.count(version('one'), '192.0.2.1');
      await counter.flush();
    }
    assert.equal(await downloads(store), 1);
    assert.deepEqual(
      counters.map(({ totals }) => totals.counted),
      [1, 0],
    );
  });

  test('counts anew on another day, and keeps nothing of the day before', async (t) => {
    const { store, clock } = await openTestStore(t);
    await makeNode(store);
    const counter = new DownloadCounter(store, clock.now);
    counter.count(version('one'), '192.0.2.1');
    await counter.flush();
    const before = await rowsOf(store);
    assert.deepEqual([before.days.length, before.marks.length, before.days[0]?.marks], [1, 1, 1]);
    assert.equal(JSON.stringify(before).includes('192.0.2.1'), false, 'no address is stored');
    clock.advance(hours(24));
    await counter.flush();
    assert.deepEqual(await rowsOf(store), { days: [], marks: [] }, 'although nobody installed since');
    counter.count(version('one'), '192.0.2.1');
    await counter.flush();
    assert.equal(await downloads(store), 2);
    const after = await rowsOf(store);
    assert.notEqual(after.days[0]?.salt, before.days[0]?.salt);
    assert.notEqual(after.marks[0]?.mark, before.marks[0]?.mark);
  });

  test('removes a day of many clients bit by bit, and its salt at once', async (t) => {
    const { store, clock } = await openTestStore(t);
    await makeNode(store);
    const counter = new DownloadCounter(store, clock.now);
    for (let client = 0; client < 2_500; client += 1) {
      counter.count(version('one'), `10.0.${client >> 8}.${client & 255}`);
    }
    await counter.flush();
    assert.equal(await downloads(store), 2_500);
    clock.advance(hours(24));
    await counter.flush();
    const left = await rowsOf(store);
    assert.deepEqual([left.days.length, left.marks.length], [0, 500]);
    await counter.flush();
    assert.equal((await rowsOf(store)).marks.length, 0);
  });

  test('a flood of clients is counted up to the limits, and the rest is reported as dropped', async (t) => {
    const { store, clock } = await openTestStore(t);
    await makeNode(store);
    const counter = new DownloadCounter(store, clock.now, { pendingMax: 5, seenMax: 3, marksMax: 7 });
    const flood = async (clients: number) => {
      for (let client = 0; client < clients; client += 1) counter.count(version('one'), `10.0.0.${client}`);
      await counter.flush();
    };
    await flood(20);
    assert.deepEqual(counter.totals, { counted: 5, dropped: 15 });
    await flood(5);
    assert.deepEqual(counter.totals.counted, 5, 'known to the database where this process forgot them');
    for (let client = 100; client < 104; client += 1) counter.count(version('one'), `10.0.0.${client}`);
    await counter.flush();
    assert.equal(await downloads(store), 7);
    assert.equal((await rowsOf(store)).marks.length, 7);
    clock.advance(hours(24));
    counter.count(version('one'), '10.0.0.200');
    await counter.flush();
    assert.equal(await downloads(store), 8, 'the next day has room again');
  });

  test('keeps its counts while the database is down, within its limits', async (t) => {
    const { store, clock } = await openTestStore(t);
    await makeNode(store);
    let isAway = true;
    const counter = new DownloadCounter(
      {
        ...store,
        write: (cause, work) => (isAway ? Promise.reject(new Error('away')) : store.write(cause, work)),
      },
      clock.now,
      { pendingMax: 2 },
    );
    counter.count(version('one'), '192.0.2.1');
    await assert.rejects(counter.flush(), /away/);
    counter.count(version('one'), '192.0.2.1');
    counter.count(version('one'), '192.0.2.2');
    counter.count(version('one'), '192.0.2.3');
    await assert.rejects(counter.flush(), /away/);
    isAway = false;
    await counter.flush();
    assert.equal(await downloads(store), 2);
    assert.deepEqual(counter.totals, { counted: 2, dropped: 1 });
  });
});
