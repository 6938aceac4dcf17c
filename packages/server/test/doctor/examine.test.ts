import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Check } from '../../src/doctor/check.ts';
import { examine } from '../../src/doctor/examine.ts';
import { openTestStore } from '../support/open-store.ts';
import { suiteOnBoth } from '../support/variants.ts';

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
});
