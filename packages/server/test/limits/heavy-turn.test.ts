import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { heavyTurn, noteConnection } from '../../src/limits/heavy-turn.ts';

suite('heavy work', () => {
  test('begins one long piece in each turn of the event loop, in order, and what is short at once', async () => {
    const begun: number[] = [];
    const begin = async (piece: number, { ms }: { ms: number }) => {
      await heavyTurn();
      begun.push(piece);
      for (const end = performance.now() + ms; performance.now() < end;);
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

  test('waits while each turn accepts a connection, and no longer than 128 of them', async () => {
    const long = () => {
      for (const end = performance.now() + 20; performance.now() < end;);
    };
    for (const { connections, turns } of [
      { connections: 3, turns: 4 },
      { connections: 1_000, turns: 129 },
    ]) {
      await heavyTurn();
      long();
      let seen = 0;
      const begun: number[] = [];
      const second = heavyTurn().then(() => begun.push(seen));
      while (seen < turns + 1) {
        if (seen < connections) noteConnection();
        seen += 1;
        await nextTurn();
      }
      await second;
      assert.deepEqual(begun, [turns]);
      await nextTurn();
    }
  });
});
