import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RefusalCounter } from '../../src/jobs/refusal-counter.ts';
import { days } from '../support/clock.ts';
import { openTestStore } from '../support/open-store.ts';
import { suiteOnBoth } from '../support/variants.ts';

suiteOnBoth('refusal-counter', () => {
  test('adds to the counts of the day, as one with other processes', async (t) => {
    const { store, clock } = await openTestStore(t);
    clock.stop();
    const first = clock.now().toISOString().slice(0, 10);
    const counters = [new RefusalCounter(store), new RefusalCounter(store)];
    for (const counter of counters) {
      counter.count('truncated');
      counter.count('truncated');
      counter.count('symlink');
    }
    await Promise.all(counters.flatMap((counter) => [counter.flush(), counter.flush()]));
    clock.advance(days(1));
    counters[0]?.count('symlink');
    await counters[0]?.flush();
    const rows = await store.read
      .selectFrom('daily_counts')
      .selectAll()
      .orderBy('day')
      .orderBy('what')
      .execute();
    assert.deepEqual(
      rows.map(({ day, what, count }) => [day, what, count]),
      [
        [first, 'refused:symlink', 2],
        [first, 'refused:truncated', 4],
        [clock.now().toISOString().slice(0, 10), 'refused:symlink', 1],
      ],
    );
  });

  test('keeps what could not be written', async (t) => {
    const { store } = await openTestStore(t);
    let fails = true;
    const counter = new RefusalCounter({
      engine: store.engine,
      write: (cause, work) =>
        fails ? Promise.reject(new Error('the disk is full')) : store.write(cause, work),
    });
    counter.count('symlink');
    await assert.rejects(counter.flush(), /full/);
    counter.count('symlink');
    fails = false;
    await counter.flush();
    const [row] = await store.read.selectFrom('daily_counts').selectAll().execute();
    assert.equal(row?.count, 2);
  });
});
