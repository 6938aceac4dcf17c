import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import type { JobHandler } from '../../src/jobs/job.ts';
import { BusyError } from '../../src/limits/semaphore.ts';
import { Worker } from '../../src/jobs/worker.ts';
import { clockSkewSecondsMax } from '../../src/open-database.ts';
import { completeJob } from '../../src/store/queue/jobs.ts';
import { openEngine } from '../../src/store/engines/open-engine.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { Clock, seconds } from '../support/clock.ts';
import type { Ending } from '../support/ending.ts';
import { openTestStore } from '../support/open-store.ts';
import { until } from '../support/until.ts';
import { suiteOnBoth } from '../support/variants.ts';

const cause = { actor: 'server' };

const enqueue = (store: Store, subject: string, runAt: string): Promise<void> =>
  store.write(cause, (tx) => tx.enqueue({ kind: 'receive-package', subject, runAt }));

const jobsIn = (store: Store) => store.read.selectFrom('jobs').selectAll().orderBy('subject').execute();

/** A worker whose only kind of job is done by `handler`, stopped at the end of the test. */
const startWorker = (
  test: Ending,
  { store, clock }: { store: Store; clock: Clock },
  handler: JobHandler,
): Worker => {
  const worker = new Worker(store, { 'receive-package': handler }, 1, pino({ level: 'silent' }), clock.now);
  test.after(() => worker.stop());
  return worker;
};

const iso = (clock: Clock, ms = 0): string => new Date(clock.now().getTime() + ms).toISOString();

suiteOnBoth('worker', () => {
  test('does each job once, when it is due, the one due longest first', async (t) => {
    const { store, clock } = await openTestStore(t);
    await enqueue(store, 'second', iso(clock, -1_000));
    await enqueue(store, 'first', iso(clock, -2_000));
    await enqueue(store, 'later', iso(clock, 60_000));
    const done: string[] = [];
    const worker = startWorker(t, { store, clock }, async ({ subject }) => {
      done.push(subject);
      return undefined;
    });
    await worker.settle();
    assert.deepEqual(done, ['first', 'second']);
    clock.advance(60_000);
    await worker.settle();
    assert.deepEqual(done, ['first', 'second', 'later']);
    assert.deepEqual(await jobsIn(store), []);
  });

  test('two servers whose clocks are as far apart as may be do not run one job at once', async (t) => {
    const { store, clock, url } = await openTestStore(t);
    const ahead = new Clock();
    const ofOther = openStore(openEngine(url, { connections: 1 }), ahead.now);
    t.after(() => ofOther.close());
    ahead.advance(seconds(2 * clockSkewSecondsMax));
    const { promise: isBegun, resolve: begin } = Promise.withResolvers<void>();
    const { promise: isEnding, resolve: end } = Promise.withResolvers<void>();
    startWorker(t, { store, clock }, async () => {
      begin();
      await isEnding;
      return undefined;
    });
    await enqueue(store, 'world', iso(clock));
    await isBegun;
    const begunTwice: string[] = [];
    const other = startWorker(t, { store: ofOther, clock: ahead }, async ({ subject }) => {
      begunTwice.push(subject);
      return undefined;
    });
    await other.settle();
    end();
    assert.deepEqual(begunTwice, []);
  });

  test('a commit that enqueues a job wakes the worker', async (t) => {
    const { store, clock } = await openTestStore(t);
    const { promise, resolve } = Promise.withResolvers<string>();
    startWorker(t, { store, clock }, async ({ subject }) => {
      resolve(subject);
      return undefined;
    });
    await enqueue(store, 'world', iso(clock));
    assert.equal(await promise, 'world');
  });

  test('a job that comes due later is begun by itself', async (t) => {
    const { store, clock } = await openTestStore(t);
    await enqueue(store, 'world', iso(clock, 500));
    const begun: string[] = [];
    const worker = startWorker(t, { store, clock }, async ({ subject }) => {
      begun.push(subject);
      return undefined;
    });
    await worker.settle();
    await until(async () => begun.length > 0);
    assert.deepEqual(begun, ['world']);
  });

  test('a job that fails is tried again, each time later, and keeps its error', async (t) => {
    const { store, clock } = await openTestStore(t);
    await enqueue(store, 'world', iso(clock));
    let attempts = 0;
    const worker = startWorker(t, { store, clock }, async () => {
      attempts += 1;
      if (attempts < 4) throw new Error(`attempt ${attempts}`);
      return undefined;
    });
    for (const waitMs of [1_000, 2_000, 4_000]) {
      const before = clock.now().getTime();
      await worker.settle();
      const [job] = await jobsIn(store);
      assert.equal(job?.last_error, `Error: attempt ${attempts}`);
      assert.equal(job.lease, null);
      assert.ok(Date.parse(job.run_at) >= before + waitMs, `waits ${waitMs} ms after attempt ${attempts}`);
      clock.advance(2 * waitMs);
    }
    await worker.settle();
    assert.deepEqual([attempts, await jobsIn(store)], [4, []]);
  });

  test('a job that a full disk or too much work stopped is begun again soon, as if for the first time', async (t) => {
    const { store, clock } = await openTestStore(t);
    await enqueue(store, 'world', iso(clock));
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    const worker = startWorker(t, { store, clock }, () =>
      Promise.reject(runs % 2 === 0 ? full : new BusyError('Too many packages are being read')),
    );
    let runs = 0;
    for (; runs < 6; runs += 1) {
      await worker.settle();
      const [job] = await jobsIn(store);
      assert.equal(job?.attempts, 0);
      assert.ok(job.run_at <= iso(clock, seconds(2)), job.run_at);
      clock.advance(seconds(2));
    }
  });

  test('a job that is not ready is run again when it says', async (t) => {
    const { store, clock } = await openTestStore(t);
    await enqueue(store, 'world', iso(clock));
    const runAt = new Date(clock.now().getTime() + 60_000);
    const worker = startWorker(t, { store, clock }, async () =>
      clock.now() < runAt ? { runAt } : undefined,
    );
    await worker.settle();
    const [job] = await jobsIn(store);
    assert.deepEqual([job?.run_at, job?.last_error], [runAt.toISOString(), null]);
    clock.advance(60_000);
    await worker.settle();
    assert.deepEqual(await jobsIn(store), []);
  });

  test('a job that is enqueued again while it runs is run again', async (t) => {
    const { store, clock } = await openTestStore(t);
    await enqueue(store, 'world', iso(clock));
    let runs = 0;
    const worker = startWorker(t, { store, clock }, async () => {
      runs += 1;
      if (runs === 1) await enqueue(store, 'world', iso(clock));
      return undefined;
    });
    await worker.settle();
    assert.deepEqual([runs, await jobsIn(store)], [2, []]);
  });

  test('a kind that only a newer version knows is kept for a process that does', async (t) => {
    const { store, clock } = await openTestStore(t);
    await store.queue(({ db }) =>
      db
        .insertInto('jobs')
        .values({ kind: 'sing', subject: 'world', queue: '', run_at: iso(clock, -1_000), attempts: 0 })
        .execute(),
    );
    const before = await jobsIn(store);
    await enqueue(store, 'earth', iso(clock));
    const done: string[] = [];
    const older = startWorker(t, { store, clock }, async ({ subject }) => {
      done.push(subject);
      return undefined;
    });
    await older.settle();
    assert.deepEqual([done, await jobsIn(store)], [['earth'], before], 'it waits as it was');
    const newer = new Worker(
      store,
      { sing: async ({ subject }) => void done.push(subject) },
      1,
      pino({ level: 'silent' }),
      clock.now,
    );
    t.after(() => newer.stop());
    await newer.settle();
    assert.deepEqual([done, await jobsIn(store)], [['earth', 'world'], []]);
  });

  test('a job that is completed in the transaction of its result is gone with it, or stays with it', async (t) => {
    const { store, clock } = await openTestStore(t);
    await enqueue(store, 'world', iso(clock));
    let runs = 0;
    const worker = startWorker(t, { store, clock }, async (job) => {
      runs += 1;
      await store.write(cause, async (tx) => {
        await completeJob(tx, job);
        if (runs === 1) throw new Error('the result could not be written');
      });
      return 'completed';
    });
    await worker.settle();
    assert.deepEqual([runs, (await jobsIn(store)).length], [1, 1]);
    clock.advance(60_000);
    await worker.settle();
    assert.deepEqual([runs, await jobsIn(store)], [2, []]);
  });

  test('stop waits for the job under way and begins no other', async (t) => {
    const { store, clock } = await openTestStore(t);
    const begun = Promise.withResolvers<undefined>();
    const go = Promise.withResolvers<undefined>();
    const done: string[] = [];
    const worker = startWorker(t, { store, clock }, async ({ subject }) => {
      begun.resolve(undefined);
      await go.promise;
      done.push(subject);
      return undefined;
    });
    await enqueue(store, 'first', iso(clock, -1_000));
    await enqueue(store, 'second', iso(clock));
    await begun.promise;
    const stopped = worker.stop();
    go.resolve(undefined);
    await stopped;
    assert.deepEqual(done, ['first']);
    assert.deepEqual(
      (await jobsIn(store)).map(({ subject, lease }) => [subject, lease]),
      [['second', null]],
    );
  });
});
