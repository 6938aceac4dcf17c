import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { heavyTurn } from '../../src/limits/heavy-turn.ts';

suite('heavy work', () => {
  test('begins one piece in each turn of the event loop, in order, and what is alone at once', async () => {
    const begun: number[] = [];
    const begin = async (piece: number) => {
      await heavyTurn();
      begun.push(piece);
    };
    const pieces = [begin(1), begin(2), begin(3)];
    for (const expected of [[1], [1, 2], [1, 2, 3]]) {
      await Promise.resolve();
      assert.deepEqual(begun, expected);
      await nextTurn();
    }
    await Promise.all([...pieces, begin(4)]);
    assert.deepEqual(begun, [1, 2, 3, 4]);
  });
});
