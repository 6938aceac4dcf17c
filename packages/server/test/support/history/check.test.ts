import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { brokenHistories } from './broken-histories.ts';
import { checkHistory } from './check.ts';
import { soundHistories } from './sound-histories.ts';

const stalenessMs = 100;

suite('the checker of histories', () => {
  for (const [what, history] of Object.entries(soundHistories)) {
    test(`finds nothing: ${what}`, () => {
      assert.deepEqual(checkHistory(history, stalenessMs), []);
    });
  }

  for (const { what, rules, history } of brokenHistories) {
    test(`finds ${what}`, () => {
      const found = checkHistory(history, stalenessMs);
      assert.deepEqual([...new Set(found.map(({ rule }) => rule))], rules, JSON.stringify(found));
    });
  }
});
