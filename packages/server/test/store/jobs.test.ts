import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Job } from '../../src/store/queue/job.ts';
import {
  claimJob,
  completeJob,
  extendLease,
  findNextRunAt,
  postponeJob,
} from '../../src/store/queue/jobs.ts';
import type { Store } from '../../src/store/store.ts';
import { advanceQueue } from '../../src/store/queue/queues.ts';
import { type Clock, minutes } from '../support/clock.ts';
import { openTestStore } from '../support/open-store.ts';
import { suite } from '../support/variants.ts';

const cause = { actor: 'server' };
const inMs = (clock: Clock, ms: number): string => new Date(clock.now().getTime() + ms).toISOString();

const enqueue = (store: Store, runAt: string): Promise<void> =>
  store.write(cause, (tx) => tx.enqueue({ kind: 'receive-package', subject: 'world', runAt }));

const claim = (
  store: Store,
  clock: Clock,
  lease: string,
  besides: readonly string[] = [],
): Promise<Job | undefined> =>
  store.queue((tx) => claimJob(tx, { lease, leasedUntil: inMs(clock, minutes(1)), besides }, store.engine));

/** As a publisher's request for a job would. */
const enqueueFor = (store: Store, queue: string, subject: string, runAt: string): Promise<void> =>
  store.write(cause, async (tx) => {
    await advanceQueue(tx.db, queue, runAt);
    const values = { kind: 'receive-package', subject, queue, run_at: runAt, attempts: 0 };
    await tx.db.insertInto('jobs').values(values).execute();
  });

const claimed = async (store: Store, clock: Clock, lease: string): Promise<Job> => {
  const job = await claim(store, clock, lease);
  assert.ok(job, 'a job is due');
  return job;
};

suite('jobs', () => {
  test('of many workers at once one gets a job', async (t) => {
    const { store, clock } = await openTestStore(t);
    await enqueue(store, inMs(clock, 0));
    const claims = await Promise.all(['a', 'b', 'c'].map((lease) => claim(store, clock, lease)));
    const [job, ...others] = claims.filter((one) => one !== undefined);
    assert.deepEqual([job?.subject, job?.attempts, others], ['world', 1, []]);
  });

  test('a job whose worker died is taken over when its lease ends, and the dead one has no say', async (t) => {
    const { store, clock } = await openTestStore(t);
    await enqueue(store, inMs(clock, 0));
    const dead = await claimed(store, clock, 'dead');
    assert.equal(await claim(store, clock, 'eager'), undefined);
    clock.advance(minutes(1));
    const heir = await claimed(store, clock, 'heir');
    assert.equal(heir.attempts, 2);
    await store.queue((tx) => completeJob(tx, dead, store.engine));
    await store.queue((tx) => postponeJob(tx, dead, { runAt: inMs(clock, 0), error: 'late' }, store.engine));
    await store.queue((tx) => extendLease(tx, dead, inMs(clock, minutes(9))));
    assert.equal(await claim(store, clock, 'eager'), undefined, 'the heir still has it');
    await store.queue((tx) => completeJob(tx, heir, store.engine));
    assert.equal(await findNextRunAt(store.read), undefined);
  });

  test('a lease that is renewed keeps the job', async (t) => {
    const { store, clock } = await openTestStore(t);
    await enqueue(store, inMs(clock, 0));
    const job = await claimed(store, clock, 'slow');
    await store.queue((tx) => extendLease(tx, job, inMs(clock, minutes(5))));
    clock.advance(minutes(4));
    assert.equal(await claim(store, clock, 'eager'), undefined);
    clock.advance(minutes(1));
    assert.ok(await claim(store, clock, 'heir'));
  });

  test('asking again moves the one job there is, and takes it from the worker that runs it', async (t) => {
    const { store, clock } = await openTestStore(t);
    await enqueue(store, inMs(clock, minutes(5)));
    const soon = inMs(clock, 0);
    await enqueue(store, soon);
    assert.equal(await findNextRunAt(store.read), soon);
    const job = await claimed(store, clock, 'first');
    await enqueue(store, soon);
    await store.queue((tx) => completeJob(tx, job, store.engine));
    assert.equal((await claimed(store, clock, 'second')).attempts, 1);
  });

  test('publishers take turns, however many jobs each has and however long they have been due', async (t) => {
    const { store, clock } = await openTestStore(t);
    for (const index of [1, 2, 3, 4])
      await enqueueFor(store, 'mallory', `m${index}`, inMs(clock, -minutes(index)));
    await enqueueFor(store, 'ada', 'a1', inMs(clock, -30_000));
    await enqueueFor(store, 'ada', 'a2', inMs(clock, -20_000));
    await enqueueFor(store, 'later', 'l1', inMs(clock, 40_000));
    const order: string[] = [];
    for (
      let job = await claim(store, clock, 'one');
      job !== undefined;
      job = await claim(store, clock, 'one')
    ) {
      order.push(job.subject);
    }
    assert.deepEqual(order, ['m4', 'a1', 'm3', 'a2', 'm2', 'm1']);
    clock.advance(40_000);
    assert.equal((await claim(store, clock, 'one'))?.subject, 'l1');
  });

  test('a queue that is passed over keeps its turn, and goes with its last job', async (t) => {
    const { store, clock } = await openTestStore(t);
    await enqueueFor(store, 'mallory', 'm1', inMs(clock, -2));
    await enqueueFor(store, 'ada', 'a1', inMs(clock, -1));
    const ada = await claim(store, clock, 'one', ['mallory']);
    assert.equal(ada?.subject, 'a1');
    assert.equal(await claim(store, clock, 'one', ['mallory']), undefined);
    const mallory = await claimed(store, clock, 'one');
    for (const job of [ada, mallory]) await store.queue((tx) => completeJob(tx, job, store.engine));
    assert.deepEqual(await store.read.selectFrom('job_queues').selectAll().execute(), []);
  });

  test('a queue whose turn is said too early, as by a lease that was renewed, hides no other', async (t) => {
    const { store, clock } = await openTestStore(t);
    await enqueueFor(store, 'mallory', 'm1', inMs(clock, -2));
    const job = await claimed(store, clock, 'slow');
    await store.queue((tx) => extendLease(tx, job, inMs(clock, minutes(5))));
    clock.advance(minutes(2));
    await enqueueFor(store, 'ada', 'a1', inMs(clock, 0));
    assert.equal((await claim(store, clock, 'one'))?.subject, 'a1');
    assert.equal(await claim(store, clock, 'one'), undefined);
  });

  test('workers at once get different jobs, one of each publisher first', async (t) => {
    const { store, clock } = await openTestStore(t);
    const publishers = ['ada', 'eve', 'mallory'];
    for (const publisher of publishers) {
      for (const index of [1, 2]) await enqueueFor(store, publisher, `${publisher}${index}`, inMs(clock, -1));
    }
    const claims = [];
    while (claims.length < 6) {
      const round = await Promise.all(['one', 'two', 'three'].map((lease) => claim(store, clock, lease)));
      claims.push(...round.filter((job) => job !== undefined));
    }
    assert.equal(new Set(claims.map(({ subject }) => subject)).size, 6);
    assert.deepEqual(
      claims
        .slice(0, 3)
        .map(({ queue }) => queue)
        .toSorted(),
      publishers,
    );
  });
});
