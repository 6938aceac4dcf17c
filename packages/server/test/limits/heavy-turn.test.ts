import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { heavyTurn, noteConnection } from '../../src/limits/heavy-turn.ts';

suite('heavy work', () => {
  test('begins one long piece in each turn of the event loop, in order, and what is short at once', async (t) => {
    let now = performance.now();
    t.mock.method(performance, 'now', () => now);
    const begun: number[] = [];
    const begin = async (piece: number, { ms }: { ms: number }) => {
      await heavyTurn();
      begun.push(piece);
      now += ms;
    };
    const pieces: Promise<void>[] = [];
    for (const [index, ms] of [0, 20, 20, 20, 0].entries()) {
      pieces.push(begin(index + 1, { ms }));
      // As between the requests of two connections.
      await new Promise<void>((resolve) => process.nextTick(resolve));
    }
    for (const expected of [
      [1, 2],
      [1, 2, 3],
      [1, 2, 3, 4],
      [1, 2, 3, 4, 5],
    ]) {
      assert.deepEqual(begun, expected);
      await nextTurn();
    }
    await Promise.all(pieces);
  });

  test('waits while each turn accepts a connection, and no longer than 50 ms', async (t) => {
    let now = performance.now();
    t.mock.method(performance, 'now', () => now);
    for (const { connections, turnMs, turns } of [
      { connections: 3, turnMs: 0, turns: 4 },
      { connections: 1_000, turnMs: 20, turns: 4 },
    ]) {
      await heavyTurn();
      now += 20;
      let seen = 0;
      const begun: number[] = [];
      const second = heavyTurn().then(() => begun.push(seen));
      while (seen < turns + 1) {
        if (seen < connections) noteConnection();
        seen += 1;
        now += turnMs;
        await nextTurn();
      }
      await second;
      assert.deepEqual(begun, [turns]);
      await nextTurn();
    }
  });
});
