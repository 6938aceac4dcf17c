// A reader whose answers tell how many packages it was asked about.
import { createInterface } from 'node:readline';
import { RULESET_VERSION } from '@patchbay/inspect/facts';

const verdict = { outcome: 'passed', findings: [], rulesetVersion: RULESET_VERSION };
let readings = 0;

for await (const line of createInterface({ input: process.stdin })) {
  const { nodeId } = (JSON.parse(line) as { published: { nodeId: string } }).published;
  readings += 1;
  const problems = [{ file: '', line: readings, message: '' }];
  const value = { verdict, status: 'unsupported', confidence: 0, problems, areAll: true };
  process.stdout.write(`${JSON.stringify(nodeId === 'error' ? { error: 'it failed' } : { value })}\n`);
}
