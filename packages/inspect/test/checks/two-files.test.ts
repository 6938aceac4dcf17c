import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { RULES } from '../../src/checks/ruleset.ts';
import { checkFiles } from './check-files.ts';
import { harmless } from './two-files/harmless.ts';
import { type Files, hidden } from './two-files/hidden.ts';

const withLines = (files: Files): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([file, code]) => [file, `${code}\n`]));

suite('code hidden in a second file', () => {
  for (const [way, rule, file, files] of hidden) {
    test(`${way} is found`, async () => {
      const { findings, outcome } = await checkFiles(withLines(files));
      const found = findings.map((finding) => `${finding.file} ${finding.rule}`);
      assert.ok(found.includes(`${file} ${rule}`), `${rule} is not in ${found.join(', ') || 'nothing'}`);
      assert.equal(outcome, 'found');
    });
  }

  for (const [what, files] of Object.entries(harmless)) {
    test(`${what} holds no package`, async () => {
      const { findings, outcome } = await checkFiles(withLines(files));
      const errors = findings.filter(({ rule }) => RULES[rule].severity === 'error');
      assert.deepEqual([errors, outcome], [[], 'passed']);
    });
  }
});
