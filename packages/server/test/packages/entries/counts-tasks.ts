// A reader whose answers tell how often it was asked about its package.
import { createInterface } from 'node:readline';
import { RULESET_VERSION } from '@patchbay/inspect/facts';

let tasks = 0;
const answers: Readonly<Record<string, () => unknown>> = {
  inspect: () => null,
  check: () => ({
    outcome: 'could-not-check',
    findings: [
      {
        rule: 'could-not-check',
        severity: 'warning',
        shadow: false,
        file: '',
        line: tasks,
        means: '',
        fix: '',
      },
    ],
    rulesetVersion: RULESET_VERSION,
  }),
  extract: () => ({
    status: 'unsupported',
    confidence: 0,
    problems: [{ file: '', line: tasks, message: '' }],
    areAll: true,
  }),
};

for await (const line of createInterface({ input: process.stdin })) {
  const answer = answers[(JSON.parse(line) as { name: string }).name];
  if (answer !== undefined) tasks += 1;
  process.stdout.write(`${JSON.stringify({ value: answer?.() ?? null })}\n`);
}
