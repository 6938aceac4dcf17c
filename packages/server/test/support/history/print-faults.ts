import { parseArgs } from 'node:util';
import { packagesOnS3 } from '../packages-on-s3.ts';
import { faultsAlone, faultsInCluster } from './faults.ts';
import { openClusterStage } from './open-cluster-stage.ts';
import { openStage } from './open-stage.ts';
import type { FaultResult } from './run-fault.ts';
import { runFaultOnStage } from './run-fault-on-stage.ts';

const { values } = parseArgs({
  options: {
    publishers: { type: 'string', default: '8' },
    readers: { type: 'string', default: '8' },
    requests: { type: 'string', default: '300' },
  },
});
const size = {
  publishers: Number(values.publishers),
  readers: Number(values.readers),
  requestsEach: Number(values.requests),
  lastsMsMax: Infinity,
};

const print = (...cells: readonly string[]): void => {
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
};

const printResult = (stage: string, result: FaultResult): void => {
  const { fault, requests, failed, lost, recoveryMs, violations } = result;
  const failures = Object.entries(failed).map(([status, count]) => `${count} × ${status}`);
  print(
    stage,
    fault,
    String(requests),
    failures.join(', ') || 'none',
    String(lost),
    `${(recoveryMs / 1_000).toFixed(1)} s`,
  );
  for (const { rule, message } of violations) process.stderr.write(`${rule}: ${message}\n`);
  if (violations.length > 0) process.exitCode = 1;
};

await using opened = new AsyncDisposableStack();
// One for all of them, since it takes seconds to start.
await packagesOnS3({ after: (close) => opened.defer(close) });
print('Stage', 'Fault', 'Requests', 'Failed', 'Lost', 'Recovery');
print('---', '---', '---', '---', '---', '---');
for (const fault of faultsAlone) {
  printResult('one process, SQLite, a folder', await runFaultOnStage(fault, openStage, size));
}
for (const fault of faultsInCluster) {
  printResult('three processes, PostgreSQL, S3', await runFaultOnStage(fault, openClusterStage, size));
}
