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

  for (const [how, rule] of [
    ['*', 'command-at-import'],
    ['x', 'not-followed'],
  ] as const) {
    test(`${rule} is said of ${how} over a thousand imports`, async () => {
      const names = Array.from({ length: 1_000 }, (_, at) => `m${at}`);
      const chain = names.map((name, at) => [`${name}.py`, `from .m${at + 1} import ${how}\nimport os`]);
      const { findings } = await checkFiles({
        ...Object.fromEntries(chain),
        'm1000.py': 'from os import system as x',
        '__init__.py': `from .m0 import ${how}\nx("ls")`,
      });
      assert.deepEqual(
        findings.map((finding) => finding.rule),
        [rule],
      );
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
