import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { runKills } from '../support/history/kills/run-kills.ts';
import { openStage } from '../support/history/open-stage.ts';

const moments = ['publish', 'store', 'check', 'extract'] as const;

suite('kills', () => {
  test('a server that is killed right after a step has lost nothing and finishes what it had begun', async () => {
    const { kills, uploads, violations } = await runKills({
      open: openStage,
      count: moments.length,
      moments,
      seed: 1,
    });
    assert.deepEqual(violations, []);
    assert.deepEqual(new Set(kills.keys()), new Set(moments));
    assert.ok(uploads > 0, 'no upload was acknowledged');
  });
});
