import assert from 'node:assert/strict';
import { type TestContext, suite, test } from 'node:test';
import { checkHistory } from '../support/history/check.ts';
import type { Stage } from '../support/history/faults.ts';
import type { Operation } from '../support/history/history.ts';
import { moderator } from '../support/history/moderator.ts';
import { openClusterStage } from '../support/history/open-cluster-stage.ts';
import { openStage } from '../support/history/open-stage.ts';
import { sized } from '../support/length.ts';
import { Recorder } from '../support/history/recorder.ts';
import { makeFixture } from '../support/history/fixture.ts';
import { readAll, readLog, runWorkload } from '../support/history/workload.ts';

const { publishers, readers, operationsMax } = sized({
  short: { publishers: 8, readers: 8, operationsMax: 400 },
  long: { publishers: 32, readers: 16, operationsMax: 1_500 },
});
const seed = 5;
/** Of what another process replaced; one process alone shows all at once. */
const stalenessMs = 2_000;

const judge = async (t: TestContext, { servers }: Stage): Promise<void> => {
  const fixture = await makeFixture(servers.urls, { publishers, nodesEach: 3, moderator });
  const recorder = new Recorder();
  const { operations } = recorder;
  await runWorkload({ fixture, recorder, seed, readers, isOver: () => operations.length >= operationsMax });
  await readAll(fixture, recorder);
  const log = await readLog(fixture);
  const violations = checkHistory({ operations, log }, stalenessMs);
  const count = (kind: Operation['outcome']) => operations.filter(({ outcome }) => outcome === kind).length;
  t.diagnostic(
    `${operations.length} operations: ${count('acknowledged')} acknowledged, ${count('refused')} refused, ${count('unknown')} failed; ${log.length} changes`,
  );
  assert.deepEqual(violations, []);
  // On a machine with too little to give, a write may be told to come back later, and must not be told otherwise.
  const dishonest = operations.filter(
    ({ outcome, status, hasRetryAfter }) => outcome === 'unknown' && !(status === 503 && hasRetryAfter),
  );
  assert.deepEqual(dishonest, []);
};

const promise = `${publishers} publishers write while readers read, and every answer keeps the rules`;

suite('histories', () => {
  test(`one process on one folder: ${promise}`, async (t) => {
    await using stage = await openStage();
    await judge(t, stage);
  });

  test(`three processes on one PostgreSQL and one S3: ${promise}`, async (t) => {
    await using stage = await openClusterStage();
    await judge(t, stage);
  });
});
