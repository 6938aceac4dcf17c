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
import { type Clock, minutes } from '../support/clock.ts';
import { countWork } from '../support/count-work.ts';
import { openTestStore } from '../support/open-store.ts';
import { suiteOnBoth } from '../support/variants.ts';

const kinds = ['receive-package'];
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
  store.queue((tx) =>
    claimJob(tx, { kinds, besides }, { lease, leasedUntil: inMs(clock, minutes(1)) }, store.engine),
  );

/** As a publisher's request for a job would. */
const enqueueFor = (store: Store, queue: string, subject: string, runAt: string): Promise<void> =>
  store.write(cause, async (tx) => {
    const values = { kind: 'receive-package', subject, queue, run_at: runAt, attempts: 0 };
    await tx.db.insertInto('jobs').values(values).execute();
  });

const claimed = async (store: Store, clock: Clock, lease: string): Promise<Job> => {
  const job = await claim(store, clock, lease);
  assert.ok(job, 'a job is due');
  return job;
};

suiteOnBoth('jobs', () => {
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
    await store.queue((tx) => completeJob(tx, dead));
    await store.queue((tx) => postponeJob(tx, dead, { runAt: inMs(clock, 0), error: 'late' }));
    await store.queue((tx) => extendLease(tx, dead, inMs(clock, minutes(9))));
    assert.equal(await claim(store, clock, 'eager'), undefined, 'the heir still has it');
    await store.queue((tx) => completeJob(tx, heir));
    assert.equal(await findNextRunAt(store.read, kinds), undefined);
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
    assert.equal(await findNextRunAt(store.read, kinds), soon);
    const job = await claimed(store, clock, 'first');
    await enqueue(store, soon);
    await store.queue((tx) => completeJob(tx, job));
    assert.equal((await claimed(store, clock, 'second')).attempts, 1);
  });

  test('the job due longest is next, except those of publishers that occupy enough workers', async (t) => {
    const { store, clock } = await openTestStore(t);
    for (const index of [1, 2, 3])
      await enqueueFor(store, 'mallory', `m${index}`, inMs(clock, -minutes(index)));
    await enqueueFor(store, 'ada', 'a1', inMs(clock, -30_000));
    await enqueueFor(store, 'later', 'l1', inMs(clock, 40_000));
    assert.equal((await claim(store, clock, 'one'))?.subject, 'm3');
    assert.equal((await claim(store, clock, 'two', ['mallory']))?.subject, 'a1');
    assert.equal(await claim(store, clock, 'three', ['mallory']), undefined);
    assert.equal((await claim(store, clock, 'three'))?.subject, 'm2');
    clock.advance(40_000);
    assert.equal((await claim(store, clock, 'four', ['mallory']))?.subject, 'l1');
  });

  test('a claim is one statement, and so is the end of a job', async (t) => {
    const { store, clock } = await openTestStore(t);
    await enqueueFor(store, 'ada', 'a1', inMs(clock, -1));
    let job: Job | undefined;
    const claiming = await countWork(async () => (job = await claim(store, clock, 'one')));
    assert.ok(job);
    const held = job;
    const completing = await countWork(() => store.queue((tx) => completeJob(tx, held)));
    assert.deepEqual([claiming.texts.length, completing.texts.length], [1, 1]);
  });

  test('workers at once get different jobs', async (t) => {
    const { store, clock } = await openTestStore(t);
    const subjects = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'];
    for (const subject of subjects) await enqueueFor(store, 'ada', subject, inMs(clock, -1));
    const claims: Job[] = [];
    while (claims.length < subjects.length) {
      const round = await Promise.all(['one', 'two', 'three'].map((lease) => claim(store, clock, lease)));
      claims.push(...round.filter((job) => job !== undefined));
    }
    assert.deepEqual(claims.map(({ subject }) => subject).toSorted(), subjects);
  });
});
