// A reader that a package of a node named "poison" changes for all that it reads later.
import { createInterface } from 'node:readline';
import { RULESET_VERSION } from '@patchbay/inspect/facts';

const verdict = { outcome: 'passed', findings: [], rulesetVersion: RULESET_VERSION };
let answer = 1;

for await (const line of createInterface({ input: process.stdin })) {
  const { nodeId } = (JSON.parse(line) as { published: { nodeId: string } }).published;
  const problems = [{ file: '', line: answer, message: '' }];
  const value = { verdict, status: 'unsupported', confidence: 0, problems, areAll: true };
  process.stdout.write(`${JSON.stringify({ value })}\n`);
  if (nodeId === 'poison') answer = 666;
}
