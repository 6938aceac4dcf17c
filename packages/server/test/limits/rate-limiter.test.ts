import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type RateName, rates } from '@patchbay/contract';
import { type Claim, RateLimiter } from '../../src/limits/rate-limiter.ts';
import { FallbackBuckets } from '../../src/limits/fallback-buckets.ts';
import type { RateBuckets } from '../../src/store/rate-buckets.ts';
import { openEngine } from '../../src/store/engines/open-engine.ts';
import { openTestStore } from '../support/open-store.ts';
import { suiteOnBoth } from '../support/variants.ts';

const secret = 'a secret of all servers of a registry';
const claim = (rate: RateName, change: Partial<Claim> = {}): Claim => ({
  rate,
  subject: 'ada',
  tokens: 1,
  factor: 1,
  ...change,
});

/** Limiters of several processes on one database, with a clock that only the test moves. */
const openLimiters = async (t: TestContext, count: number) => {
  const { store, url } = await openTestStore(t);
  const others = Array.from({ length: count - 1 }, () => openEngine(url, { connections: 1 }));
  t.after(() => Promise.all(others.map((engine) => engine.close())));
  const clock = { ms: Date.parse('2026-01-01T00:00:00Z') };
  const engines = [store.engine, ...others];
  return {
    clock,
    engines,
    limiters: engines.map(
      ({ rateBuckets }) => new RateLimiter(rateBuckets, secret, () => new Date(clock.ms)),
    ),
  };
};

const isGranted = async (limiter: RateLimiter | undefined, wanted: Claim): Promise<boolean> => {
  assert.ok(limiter);
  return (await limiter.take(wanted)).isGranted;
};

const countGranted = async (limiter: RateLimiter | undefined, wanted: Claim, attempts: number) => {
  const granted = await Promise.all(Array.from({ length: attempts }, () => isGranted(limiter, wanted)));
  return granted.filter(Boolean).length;
};

suiteOnBoth('rate limiter', () => {
  test('grants a whole bucket at once, then what fills in', async (t) => {
    const { limiters, clock } = await openLimiters(t, 1);
    const [limiter] = limiters;
    assert.equal(await countGranted(limiter, claim('writes'), 150), 100);
    clock.ms += 99;
    assert.equal(await isGranted(limiter, claim('writes')), false);
    clock.ms += 1;
    assert.equal(await countGranted(limiter, claim('writes'), 3), 1);
    clock.ms += 3_600_000;
    assert.equal(await countGranted(limiter, claim('writes'), 150), 100, 'never more than a bucket');
  });

  test('grants a claim whose draw was spent by another one that came in between', async (t) => {
    const { engines, clock } = await openLimiters(t, 1);
    const [engine] = engines;
    assert.ok(engine);
    const draws: Promise<unknown>[] = [];
    const buckets: RateBuckets = {
      ...engine.rateBuckets,
      draw: (draw) => {
        const drawn = Promise.resolve(engine.rateBuckets.draw(draw));
        draws.push(drawn);
        return drawn;
      },
    };
    const limiter = new RateLimiter(buckets, secret, () => new Date(clock.ms));
    const first = isGranted(limiter, claim('writes'));
    // It runs once the draw is noted, and before the first claim goes on.
    const second = draws[0]?.then(() => isGranted(limiter, claim('writes')));
    assert.deepEqual(await Promise.all([first, second]), [true, true]);
  });

  test('says how the bucket stands, and when a refused claim can be made again', async (t) => {
    const { limiters, clock } = await openLimiters(t, 1);
    const [limiter] = limiters;
    assert.ok(limiter);
    const { remaining, limit, fullInSeconds } = await limiter.take(claim('publishes'));
    assert.deepEqual([remaining, limit, fullInSeconds], [49, 50, 1]);
    await countGranted(limiter, claim('publishes'), 49);
    const denied = await limiter.take(claim('publishes', { tokens: 3 }));
    assert.ok(!denied.isGranted);
    assert.deepEqual([denied.remaining, denied.fullInSeconds, denied.retryInSeconds], [0, 50, 3]);
    clock.ms += 3_000;
    assert.ok((await limiter.take(claim('publishes', { tokens: 3 }))).isGranted);
  });

  test('has a bucket for each rate and subject, and a factor makes it larger and faster', async (t) => {
    const { limiters, clock } = await openLimiters(t, 1);
    const [limiter] = limiters;
    assert.equal(await countGranted(limiter, claim('publishers'), 6), 5);
    assert.ok(await isGranted(limiter, claim('publishers', { subject: 'bob' })));
    assert.ok(await isGranted(limiter, claim('claims')));
    const raised = claim('publishes', { factor: 4 });
    assert.equal(await countGranted(limiter, raised, 250), 200);
    clock.ms += 1_000;
    assert.equal(await countGranted(limiter, raised, 10), 4);
  });

  test('what is given back can be taken again, and only once', async (t) => {
    const { limiters } = await openLimiters(t, 1);
    const [limiter] = limiters;
    assert.ok(limiter);
    await countGranted(limiter, claim('publishers'), 4);
    const granted = await limiter.take(claim('publishers'));
    assert.ok(granted.isGranted);
    assert.equal(await isGranted(limiter, claim('publishers')), false);
    limiter.giveBack(granted);
    assert.equal(await countGranted(limiter, claim('publishers'), 2), 1);
  });

  test('several processes share one bucket, however they mix', async (t) => {
    const { limiters, clock } = await openLimiters(t, 3);
    const granted: number[] = [];
    let random = 7;
    const below = (max: number): number => {
      random = (random * 48_271) % 2_147_483_647;
      return random % max;
    };
    // Of a rate that is drawn in batches, so that processes hold what others lack, with pauses in which it fills in.
    const { burst, fullAfterSeconds } = rates['writes-by-address'];
    for (let round = 0; round < 300; round += 1) {
      const count = await countGranted(limiters[below(3)], claim('writes-by-address'), 1 + below(40));
      granted.push(...Array.from({ length: count }, () => clock.ms));
      clock.ms += below(10) === 0 ? below(30_000) : below(40);
    }
    assert.ok(granted.length > burst, String(granted.length));
    const perMs = burst / fullAfterSeconds / 1_000;
    for (const [first, from] of granted.entries()) {
      const worst = granted.findIndex(
        (until, last) => last >= first && last - first + 1 > burst + perMs * (until - from) + 0.001,
      );
      assert.equal(worst, -1, `too many between ${first} and ${worst}`);
    }
  });

  test('what a process has drawn and not spent is lost once the bucket is full again', async (t) => {
    const { limiters, clock } = await openLimiters(t, 3);
    const wanted = claim('writes-by-address');
    const { burst, fullAfterSeconds } = rates[wanted.rate];
    for (const limiter of limiters) assert.ok(await isGranted(limiter, wanted));
    clock.ms += fullAfterSeconds * 1_000;
    let granted = 0;
    for (const limiter of limiters) granted += await countGranted(limiter, wanted, 600);
    // What is drawn ahead at the end is not spent.
    assert.ok(granted <= burst && granted > burst - 15, String(granted));
  });

  test('those who come together share a statement', async (t) => {
    const { engines, clock } = await openLimiters(t, 1);
    const [engine] = engines;
    assert.ok(engine);
    let draws = 0;
    const counting: RateBuckets = {
      draw: async (draw) => {
        draws += 1;
        return engine.rateBuckets.draw(draw);
      },
      sweep: (now, max) => engine.rateBuckets.sweep(now, max),
    };
    const limiter = new RateLimiter(counting, secret, () => new Date(clock.ms));
    assert.equal(await countGranted(limiter, claim('writes'), 100), 100);
    assert.equal(draws, 2);
    assert.equal(await countGranted(limiter, claim('writes'), 1_000), 0);
    assert.equal(draws, 2, 'an empty bucket is not asked again before it can have anything');
  });

  test('forgets buckets that are full, and keeps all others', async (t) => {
    const { limiters, clock, engines } = await openLimiters(t, 2);
    const [one, other] = limiters;
    assert.ok(one);
    for (let subject = 0; subject < 1_200; subject += 1) {
      assert.ok(await isGranted(one, claim('writes', { subject: `user-${subject}` })));
    }
    await countGranted(one, claim('writes'), 100);
    clock.ms += 200;
    await one.sweep();
    const sweep = (max: number) => engines[0]?.rateBuckets.sweep(clock.ms * 1_000, max);
    assert.equal(await sweep(1), 0, 'none is left to forget');
    assert.equal(await countGranted(other, claim('writes'), 10), 2, 'what was taken is still taken');
  });

  test('of more buckets than may stay, forgets those that are full soonest', async (t) => {
    const { limiters, clock, engines } = await openLimiters(t, 2);
    const [one, other] = limiters;
    for (const count of [60, 90, 30])
      await countGranted(one, claim('writes', { subject: `${count}` }), count);
    assert.equal(await engines[0]?.rateBuckets.sweep(clock.ms * 1_000, 1), 2);
    const left = async (subject: string) => countGranted(other, claim('writes', { subject }), 101);
    assert.deepEqual([await left('30'), await left('60'), await left('90')], [100, 100, 10]);
  });

  test('while the database is away, a process counts by itself', async (t) => {
    const { clock } = await openLimiters(t, 1);
    const losses: unknown[] = [];
    const away = { draw: () => Promise.reject(new Error('away')), sweep: () => Promise.resolve(0) };
    const buckets = new FallbackBuckets(away, (error) => losses.push(error));
    const limiter = new RateLimiter(buckets, secret, () => new Date(clock.ms));
    assert.equal(buckets.isAlone, false);
    assert.equal(await countGranted(limiter, claim('publishers'), 10), 5);
    assert.equal(buckets.isAlone, true);
    assert.equal(losses.length, 1, 'said once');
    clock.ms += 720_000;
    assert.equal(await countGranted(limiter, claim('publishers'), 10), 1);
  });
});
