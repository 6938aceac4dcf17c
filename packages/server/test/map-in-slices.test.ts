import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mapInSlices } from '../src/map-in-slices.ts';
import { nextSlice, nextSliceIfHeld, sliceMs } from '../src/turns.ts';
import { mockTime } from './support/mock-time.ts';

/** Counts the iterations of the event loop until it is stopped. */
const countIterations = () => {
  const state = { iteration: 0, isStopped: false };
  const next = (): void => {
    state.iteration += 1;
    if (!state.isStopped) setImmediate(next);
  };
  setImmediate(next);
  return state;
};

test('all work together takes one slice in an iteration of the event loop, each in turn', async (t) => {
  const time = mockTime(t);
  const state = countIterations();
  t.after(() => (state.isStopped = true));
  const slices: [work: string, iteration: number][] = [];
  const work = (name: string) =>
    mapInSlices([1, 2, 3, 4], (number) => {
      slices.push([name, state.iteration]);
      time.pass(sliceMs);
      return `${name}${number}`;
    });
  await nextSlice();
  const results = await Promise.all(['a', 'b', 'c'].map(work));
  assert.deepEqual(results, [
    ['a1', 'a2', 'a3', 'a4'],
    ['b1', 'b2', 'b3', 'b4'],
    ['c1', 'c2', 'c3', 'c4'],
  ]);
  assert.equal(slices.map(([name]) => name).join(''), 'abcabcabcabc');
  const later = slices.slice(3).map(([, iteration]) => iteration);
  assert.equal(
    new Set(later).size,
    later.length,
    'what does not fit into the first slice waits for one of its own',
  );
});

test('what fits into one slice is done before anything else happens', async (t) => {
  const time = mockTime(t);
  const state = countIterations();
  t.after(() => (state.isStopped = true));
  await nextSlice();
  const begun = state.iteration;
  const doubled = await mapInSlices([1, 2, 3], (number) => {
    time.pass(sliceMs / 3);
    return number * 2;
  });
  assert.deepEqual(doubled, [2, 4, 6]);
  assert.equal(state.iteration, begun);
});

test('short work that comes after a slice of its iteration waits, and other short work does not', async (t) => {
  const time = mockTime(t);
  await nextSlice();
  assert.equal(nextSliceIfHeld(), undefined);
  time.pass(sliceMs - 1);
  assert.equal(nextSliceIfHeld(), undefined);
  time.pass(1);
  const turn = nextSliceIfHeld();
  assert.ok(turn !== undefined);
  await turn;
  await nextSlice();
  assert.equal(nextSliceIfHeld(), undefined, 'the next iteration begins anew');
});
