import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { FairLane, LaneFullError, TurnLateError } from '../src/fair-lane.ts';

/** Asks for a task of each key in this order, lets them end one after another, and says in which order they began. */
const begun = async (lane: FairLane, keys: readonly string[]): Promise<string[]> => {
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const all = keys.map((key) =>
    lane.run(key, () => {
      order.push(key);
      return new Promise<void>((resolve) => ends.push(resolve));
    }),
  );
  for (let ended = 0; ended < keys.length; ended += 1) {
    await setImmediate();
    ends[ended]?.();
  }
  await Promise.all(all);
  return order;
};

suite('fair-lane', () => {
  test('those who wait take turns', async () => {
    const lane = new FairLane({ slots: 1, slotsPerKey: 1 });
    const order = await begun(lane, ['mallory', 'mallory', 'mallory', 'ada', 'ada', 'eve']);
    assert.deepEqual(order, ['mallory', 'mallory', 'ada', 'eve', 'mallory', 'ada']);
    assert.deepEqual(lane.load, { busy: 0, waiting: 0 });
  });

  test('one key never has all slots', async () => {
    const lane = new FairLane({ slots: 2, slotsPerKey: 1 });
    const never = Promise.withResolvers<void>();
    void lane.run('mallory', () => never.promise);
    void lane.run('mallory', () => never.promise);
    assert.equal(await lane.run('ada', async () => 'done'), 'done');
    assert.deepEqual(lane.load, { busy: 1, waiting: 1 });
  });

  test('a task whose turn does not come in time is not run, and takes no turn', async () => {
    const lane = new FairLane({ slots: 1, slotsPerKey: 1, waitMsMax: 50 });
    const held = Promise.withResolvers<string>();
    const first = lane.run('ada', () => held.promise);
    const late = ['ada', 'eve'].map((key) => lane.run(key, async () => assert.fail('it was run')));
    for (const task of late) await assert.rejects(task, TurnLateError);
    assert.deepEqual(lane.load, { busy: 1, waiting: 0 });
    held.resolve('done');
    assert.equal(await first, 'done', 'a task that has begun has all its time');
    assert.equal(await lane.run('eve', async () => 'done'), 'done');
  });

  test('networks take turns, and in each network its keys', async () => {
    const lane = new FairLane({ slots: 1, slotsPerKey: 1 });
    const order: string[] = [];
    const run = (key: string, network: string) => lane.run(key, async () => void order.push(key), network);
    await Promise.all([
      ...['m1', 'm2', 'm1', 'm3', 'm2'].map((key) => run(key, 'mallory')),
      ...['ada', 'eve'].map((key) => run(key, key)),
    ]);
    assert.deepEqual(order, ['m1', 'm2', 'ada', 'eve', 'm1', 'm3', 'm2']);
  });

  test('where too many wait, the newest of the network with the most gives way', async () => {
    const lane = new FairLane({ slots: 1, slotsPerKey: 1, waitingMax: 3 });
    const held = Promise.withResolvers<string>();
    const run = (network: string, name: string) =>
      lane.run('', () => held.promise.then(() => name), network).catch((error: unknown) => error);
    const tasks = [
      run('crowd', 'first'),
      run('crowd', 'second'),
      run('crowd', 'third'),
      run('crowd', 'last'),
    ];
    assert.ok((await run('crowd', 'none')) instanceof LaneFullError);
    const newcomer = run('ada', 'newcomer');
    assert.ok((await tasks[3]) instanceof LaneFullError);
    assert.deepEqual(lane.load, { busy: 1, waiting: 3 });
    const another = run('eve', 'another');
    assert.ok((await tasks[2]) instanceof LaneFullError);
    assert.ok((await run('bob', 'none')) instanceof LaneFullError, 'each network has one');
    held.resolve('');
    const done = await Promise.all([tasks[0], tasks[1], newcomer, another]);
    assert.deepEqual(done, ['first', 'second', 'newcomer', 'another']);
  });

  test('a task that fails gives its slot back', async () => {
    const lane = new FairLane({ slots: 1, slotsPerKey: 1 });
    await assert.rejects(
      lane.run('ada', () => Promise.reject(new Error('failed'))),
      /failed/,
    );
    assert.equal(await lane.run('ada', async () => 'done'), 'done');
  });
});
