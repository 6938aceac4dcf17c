import assert from 'node:assert/strict';
import { type TestContext, suite, test } from 'node:test';
import { type Fault, type Stage, faultsAlone, faultsInCluster } from '../support/history/faults.ts';
import { openClusterStage } from '../support/history/open-cluster-stage.ts';
import { openStage } from '../support/history/open-stage.ts';
import { sized } from '../support/length.ts';
import { runFaultOnStage } from '../support/history/run-fault-on-stage.ts';

const size = sized({
  short: { publishers: 4, readers: 4, requestsEach: 60, lastsMsMax: 2_000 },
  long: { publishers: 8, readers: 8, requestsEach: 200, lastsMsMax: 3_000 },
});

const runFault = async <Where extends Stage>(
  t: TestContext,
  fault: Fault<Where>,
  open: () => Promise<Where & AsyncDisposable>,
): Promise<void> => {
  const { violations, ...figures } = await runFaultOnStage(fault, open, size);
  t.diagnostic(JSON.stringify(figures));
  assert.deepEqual(violations, []);
  assert.ok(fault.isHidden || Object.keys(figures.failed).length > 0, 'nobody noticed the fault');
  assert.ok(Number.isFinite(figures.recoveryMs), 'all was never well again');
};

const promise = '503 or success, nothing acknowledged is lost, and all is well again';

suite('faults under load: one process on one folder', () => {
  for (const fault of faultsAlone) {
    test(`${fault.name}: ${promise}`, (t) => runFault(t, fault, openStage));
  }
});

suite('faults under load: three processes on one PostgreSQL and one S3', () => {
  // The others have tests of their own: packages out of reach, and a log that is followed without being told.
  for (const fault of sized({ short: faultsInCluster.slice(0, 2), long: faultsInCluster })) {
    test(`${fault.name}: ${promise}`, (t) => runFault(t, fault, openClusterStage));
  }
});
