import { faults } from './faults.ts';
import { runFaultAlone } from './run-fault-alone.ts';

const size = { publishers: 32, readers: 16, requestsEach: 1_000 };

const print = (...cells: readonly string[]): void => {
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
};

print('Fault', 'Requests', 'Failed', 'Lost', 'Recovery');
print('---', '---', '---', '---', '---');
for (const fault of faults) {
  const { requests, failed, lost, recoveryMs, violations } = await runFaultAlone(fault, size);
  const failures = Object.entries(failed).map(([status, count]) => `${count} × ${status}`);
  print(
    fault.name,
    String(requests),
    failures.join(', ') || 'none',
    String(lost),
    `${(recoveryMs / 1_000).toFixed(1)} s`,
  );
  for (const { rule, message } of violations) process.stderr.write(`${rule}: ${message}\n`);
  if (violations.length > 0) process.exitCode = 1;
}
