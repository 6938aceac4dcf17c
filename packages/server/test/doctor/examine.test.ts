import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Check } from '../../src/doctor/check.ts';
import { examine, repair } from '../../src/doctor/examine.ts';
import { openTestStore } from '../support/open-store.ts';
import { suiteOnBoth } from '../support/variants.ts';

/** A check that finds a fault and then fails. */
const failing: Check = {
  name: 'failing',
  promise: 'It can be done.',
  reads: 'rows',
  async *find({ read }) {
    yield { subject: 'thing:0', message: 'It is wrong.' };
    await read
      .selectFrom('nowhere' as 'nodes')
      .selectAll()
      .execute();
  },
  async repair() {
    throw new Error('it cannot be repaired');
  },
};

/** A check that finds so many faults at each look. */
const finding = (...counts: number[]): Check => ({
  name: 'made-up',
  promise: 'Nothing is wrong.',
  reads: 'rows',
  async *find() {
    const count = counts.shift() ?? 0;
    for (let index = 0; index < count; index += 1)
      yield { subject: `thing:${index}`, message: 'It is wrong.' };
  },
});

suiteOnBoth('examine', async () => {
  const look = async (t: Parameters<typeof openTestStore>[0], check: Check) => {
    const { store } = await openTestStore(t);
    let pauses = 0;
    const pause = async () => {
      pauses += 1;
    };
    const registry = { engine: store.engine, now: () => new Date(), pause, isQuick: true };
    const [found] = await examine({ ...registry, blobs: undefined as never }, [check]);
    return { faults: found?.faults.length, more: found?.more, pauses };
  };

  test('a fault counts if it is found twice', async (t) => {
    assert.deepEqual(await look(t, finding(3, 2)), { faults: 2, more: 0, pauses: 1 });
    assert.deepEqual(await look(t, finding(3, 0)), { faults: 0, more: 0, pauses: 1 });
  });

  test('a clean registry is looked at once', async (t) => {
    assert.deepEqual(await look(t, finding(0)), { faults: 0, more: 0, pauses: 0 });
  });

  test('1,000 faults of a check are kept, and the others counted', async (t) => {
    assert.deepEqual(await look(t, finding(1_500, 1_200)), { faults: 1_000, more: 200, pauses: 1 });
  });

  test('a check that fails is a fault of it, and the others go on', async (t) => {
    const { store } = await openTestStore(t);
    const registry = { engine: store.engine, now: () => new Date(), pause: async () => {}, isQuick: true };
    const found = await examine({ ...registry, blobs: undefined as never }, [failing, finding(1, 1)]);
    assert.deepEqual(
      found.map(({ faults }) => faults.map(({ subject }) => subject)),
      [['thing:0', 'check:failing'], ['thing:0']],
    );
    assert.match(found[0]?.faults[1]?.message ?? '', /^It could not be done to its end: ".*nowhere.*"\. /);
    const repairs = await repair({ store, blobs: undefined as never }, found);
    assert.deepEqual([...repairs.values()], ['tried: "it cannot be repaired"']);
  });

  test('a database that is away is no fault', async (t) => {
    const { store } = await openTestStore(t);
    const engine = { ...store.engine, isUnavailable: () => true };
    const registry = { engine, now: () => new Date(), pause: async () => {}, isQuick: true };
    await assert.rejects(examine({ ...registry, blobs: undefined as never }, [failing]), /nowhere/);
  });
});
