// A reader that never answers about a node named "never", and of one named "heavy" only that its package is sound.
import { createInterface } from 'node:readline';
import { RULESET_VERSION } from '@patchbay/inspect/facts';

const verdict = { outcome: 'passed', findings: [], rulesetVersion: RULESET_VERSION };
const value = { verdict, status: 'unsupported', confidence: 0, problems: [], areAll: true };

for await (const line of createInterface({ input: process.stdin })) {
  const { nodeId } = (JSON.parse(line) as { published: { nodeId: string } }).published;
  if (nodeId === 'heavy') process.stdout.write('{"isSound":true}\n');
  else if (nodeId !== 'never') process.stdout.write(`${JSON.stringify({ value })}\n`);
}
