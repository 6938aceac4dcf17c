// A reader whose answers tell how often it was asked about its package.
import { createInterface } from 'node:readline';

let tasks = 0;
const answers: Readonly<Record<string, () => unknown>> = {
  inspect: () => null,
  check: () => ({ outcome: 'passed', findings: [], rulesetVersion: tasks }),
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
