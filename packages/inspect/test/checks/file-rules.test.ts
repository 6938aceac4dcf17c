import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { checkPackage } from '../../src/checks/check-package.ts';
import type { Verdict } from '../../src/checks/verdict.ts';
import { fileRules } from '../../src/checks/rules/file-rules.ts';
import { writeZip } from '../support/write-zip.ts';
import { openFiles } from './open-files.ts';

type FileRuleId = keyof typeof fileRules;
type Files = Record<string, Buffer | string>;

const bytes = (hex: string, length = 64): Buffer => Buffer.concat([Buffer.from(hex, 'hex')], length);

/** A DOS program as Windows wants it: the header's place at 60, "PE" there. */
const portableExecutable = (signature: string): Buffer => {
  const program = bytes('4d5a', 256);
  program.writeUInt32LE(128, 60);
  program.write(signature, 128, 'latin1');
  return program;
};

/** Each `hit` holds one file that fires the rule. */
const cases: Record<FileRuleId, { hits: Files[]; misses: Files[] }> = {
  'elf-binary': {
    hits: [{ 'lib/a.so': bytes('7f454c46') }],
    misses: [{ 'a.so': bytes('7f454c47') }, { b: '' }],
  },
  'pe-binary': {
    hits: [{ 'a.dat': portableExecutable('PE\0\0') }],
    misses: [{ 'a.exe.txt': 'MZ is how they begin. '.repeat(20) }, { a: portableExecutable('NE') }],
  },
  'mach-o-binary': {
    hits: [{ a: bytes('cffaedfe') }, { a: bytes('cafebabe00000002') }],
    misses: [{ 'A.class': bytes('cafebabe00000034') }],
  },
  'bytecode-without-source': {
    hits: [{ 'a.pyc': bytes('00') }, { 'x/__pycache__/a.cpython-312.pyc': bytes('00') }],
    misses: [
      { 'a.pyc': bytes('00'), 'a.py': '' },
      { 'x/__pycache__/a.cpython-312.pyc': bytes('00'), 'x/a.py': '' },
    ],
  },
  'bytecode-unchecked': {
    hits: [{ '__pycache__/a.cpython-312.pyc': bytes('cb0d0d0a01'), 'a.py': '' }],
    misses: [
      { '__pycache__/a.cpython-312.pyc': bytes('cb0d0d0a03'), 'a.py': '' },
      { '__pycache__/a.cpython-312.pyc': bytes('cb0d0d0a00'), 'a.py': '' },
    ],
  },
  'windows-script': {
    hits: [{ 'run.BAT': 'echo' }, { 'x/a.ps1': 'ls' }],
    misses: [{ 'bat.py': '' }, { 'a.sh': '' }],
  },
  'startup-module': {
    hits: [{ 'lib/sitecustomize.py': '' }, { 'usercustomize.py': '' }],
    misses: [{ 'my_sitecustomize.py': '', 'sitecustomize.txt': '' }],
  },
  'no-name-for-windows': {
    hits: [{ 'web/con.js': '' }, { 'AUX/x.py': '' }, { 'web/a?b.js': '' }, { com1: '' }],
    misses: [{ 'console.js': '', 'lib/auxiliary.py': '', 'com10.txt': '', 'my con.js': '' }],
  },
  'git-folder': {
    hits: [{ '.git/config': '' }, { 'vendor/x/.git/config': '' }],
    misses: [{ '.gitignore': '', '.github/config': '', 'git/config': '' }],
  },
  'executable-in-archive': {
    hits: [
      { 'a.zip': await writeZip({ 'deep/in/a.dll': 'x'.repeat(200_000) }) },
      { 'a.zip': await writeZip({ 'a.py': '' }) },
    ],
    misses: [{ 'a.zip': await writeZip({ 'a.txt': 'about a.dll' }) }, { 'a.txt': 'PK a.dll' }],
  },
};

const check = (files: Files): Promise<Verdict> =>
  checkPackage(
    openFiles(
      Object.fromEntries(Object.entries(files).map(([name, content]) => [name, Buffer.from(content)])),
    ),
  );

suite('what a file is', () => {
  for (const [rule, { hits, misses }] of Object.entries(cases)) {
    const { severity, shadow } = fileRules[rule as FileRuleId];

    for (const files of hits) {
      test(`${rule} finds ${Object.keys(files).join()}`, async () => {
        const { outcome, findings } = await check(files);
        assert.equal(outcome, severity === 'error' ? 'found' : 'passed');
        assert.deepEqual(
          findings.map(({ means: _means, fix: _fix, ...finding }) => finding),
          [{ rule, severity, shadow, file: Object.keys(files)[0] }],
        );
      });
    }

    for (const files of misses) {
      test(`${rule} passes over ${Object.keys(files).join()}`, async () => {
        assert.deepEqual((await check(files)).findings, []);
      });
    }
  }
});
