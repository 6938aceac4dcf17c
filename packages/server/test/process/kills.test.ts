import assert from 'node:assert/strict';
import { type TestContext, suite, test } from 'node:test';
import type { Stage } from '../support/history/faults.ts';
import { killSteps } from '../support/history/kills/kill-steps.ts';
import { type KillRun, runKills } from '../support/history/kills/run-kills.ts';
import { openClusterStage } from '../support/history/open-cluster-stage.ts';
import { openStage } from '../support/history/open-stage.ts';

/** After each step once, and at two other moments, one of them with a reader process. */
const moments = ['any', ...killSteps, 'any'] as const;
const count = moments.length + 1;
const seed = 11;

const kill = async (t: TestContext, open: KillRun<Stage>['open']): Promise<void> => {
  const { violations, kills, ...figures } = await runKills({ open, count, moments, seed });
  t.diagnostic(JSON.stringify({ ...figures, kills: Object.fromEntries(kills) }));
  assert.deepEqual(violations, []);
  assert.ok(figures.uploads > 0, 'nothing was acknowledged');
  const missed = killSteps.filter((step) => !kills.has(step));
  assert.deepEqual(missed, [], 'no process was killed after these steps');
};

const promise =
  'killed after every step from publish to Active, nothing acknowledged is lost, and all gets where it was going';

suite('kills', { concurrency: true }, () => {
  test(`one process on one folder: ${promise}`, (t) => kill(t, openStage));

  test(`three processes on one PostgreSQL and one S3: ${promise}`, (t) => kill(t, openClusterStage));
});
