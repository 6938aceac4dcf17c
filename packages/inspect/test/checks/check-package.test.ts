import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { asyncProperty, assert as assertProperty, constantFrom, uint8Array } from 'fast-check';
import { Node, TreeCursor } from 'web-tree-sitter';
import { checkPackage } from '../../src/checks/check-package.ts';
import { RULESET_VERSION } from '../../src/checks/ruleset.ts';
import { sized } from '../../../server/test/support/length.ts';
import { mutate, seedChance } from '../support/mutate.ts';
import { checkFiles } from './check-files.ts';
import { fakeSecret } from './fake-secret.ts';
import { openFiles } from './open-files.ts';

const SOURCE = `import base64, os
def run(text):
    code = base64.b64decode(text)
    exec(code)
os.system("ls")
class Node:
    CATEGORY = "x"
`;

const rulesOf = (findings: readonly { file: string; rule: string }[]): string[] =>
  findings.map(({ file, rule }) => `${file} ${rule}`);

suite('the verdict', () => {
  test('is passed, with no findings, on a clean package', async () => {
    const verdict = await checkFiles({ '__init__.py': 'NODE_CLASS_MAPPINGS = {}\n', 'web/a.js': 'f();\n' });
    assert.deepEqual(verdict, { outcome: 'passed', findings: [], rulesetVersion: RULESET_VERSION });
  });

  test('finds a folder around everything, also beside what a desktop adds', async () => {
    for (const added of [
      'pack/a.txt',
      '__MACOSX/pack/._a.txt',
      '.DS_Store',
      'pack/Thumbs.db',
      'desktop.ini',
    ]) {
      const { findings } = await checkFiles({ 'pack/__init__.py': '', [added]: '' });
      assert.deepEqual(rulesOf(findings), ['pack/ nothing-at-root'], added);
    }
    assert.deepEqual((await checkFiles({ 'pack/__init__.py': '', '__init__.py': '' })).findings, []);
  });

  test('reads a file with the name of a text whatever bytes are in it', async () => {
    const found = async (name: string, text: string): Promise<string[]> => {
      const { findings } = await checkPackage(openFiles({ [name]: Buffer.from(text, 'latin1') }));
      return rulesOf(findings);
    };
    const code = 'eval(atob("eA=="))';
    assert.deepEqual(await found('a.js', `/*\0\xff*/${code}`), ['a.js web-exec-decoded']);
    assert.deepEqual(await found('a.html', `<p>\0\xff</p><script>${code}</script>`), [
      'a.html web-exec-decoded',
    ]);
    assert.deepEqual(await found('a.sh', '#\0\xff\ncurl https://a.io/a.sh | sh\n'), [
      'a.sh download-to-shell',
    ]);
    assert.deepEqual(await found('a.ts', `\x47\0\xff${code}`), [], 'a video');
  });

  test('is found when an error stands, passed when only warnings do', async () => {
    assert.equal((await checkFiles({ 'a.py': SOURCE })).outcome, 'found');
    assert.equal((await checkFiles({ 'a.py': 'import os\nos.system("ls")\n' })).outcome, 'passed');
  });

  test('orders findings by file, line and rule, whatever the order of the entries', async () => {
    const files = { 'b.py': SOURCE, 'a.py': SOURCE, 'a.bat': '' };
    const verdict = await checkFiles(files);
    assert.deepEqual(
      verdict.findings.map(({ file, line, rule }) => [file, line, rule]),
      [
        ['a.bat', undefined, 'windows-script'],
        ...['a.py', 'b.py'].flatMap((file) => [
          [file, 4, 'exec-decoded'],
          [file, 4, 'exec-dynamic'],
          [file, 5, 'command-at-import'],
        ]),
      ],
    );
    const reversed = Object.fromEntries(Object.entries(files).toReversed());
    assert.deepEqual(await checkFiles(reversed), verdict);
    assert.deepEqual(await checkFiles(files), verdict);
  });

  test('every finding says what it means and how to fix it', async () => {
    const { findings } = await checkFiles({ 'a.py': SOURCE });
    for (const { means, fix } of findings) assert.match(`${means} ${fix}`, /^[A-Z].+\. [A-Z].+\.$/);
  });

  test('keeps 200 findings, those that refuse first, and says that there are more', async () => {
    const warnings = 'import os\n' + 'os.system("ls")\n'.repeat(300);
    const { outcome, findings } = await checkFiles({ 'a.py': warnings, 'z.py': SOURCE });
    assert.equal(outcome, 'found');
    assert.equal(findings.length, 201);
    assert.ok(findings.some(({ file, rule }) => file === 'z.py' && rule === 'exec-decoded'));
    assert.deepEqual(rulesOf(findings.slice(-1)), [' more-findings']);
  });

  test('an excerpt is one line of at most 80 characters that shows what was found', async () => {
    const { findings } = await checkFiles({
      'a.py': `import os; x = "${'y'.repeat(500)}"; os.system("ls")\n`,
    });
    const [{ excerpt = '' } = {}] = findings;
    assert.ok(excerpt.length <= 80 && excerpt.includes('os.system("ls")'), excerpt);
  });
});

suite('what cannot be checked', () => {
  const cases: Record<string, { limits: object; files: Record<string, string>; names: string }> = {
    'a text beyond the budget of all texts': {
      limits: { allTextBytesMax: 30 },
      files: { 'a.md': 'x'.repeat(20), 'b.md': 'x'.repeat(20) },
      names: 'b.md',
    },
    'a source beyond the budget of all sources': {
      limits: { allPythonBytesMax: 10 },
      files: { 'a.py': 'x = 1\n', 'b.py': 'y = 22\n' },
      names: 'b.py',
    },
    'a source whose values hang together in too many ways': {
      limits: { traceStepsMax: 150 },
      files: { 'a.py': `x = [${'f(a), '.repeat(100)}]\neval(x)\n`, 'b.py': 'x = eval\n' },
      names: 'a.py',
    },
    'a source that is too long': {
      limits: { textBytesMax: 10 },
      files: { 'a.py': 'x = 1\n'.repeat(3) },
      names: 'a.py',
    },
    'a file beyond their number': { limits: { filesMax: 1 }, files: { a: '', b: '' }, names: 'b' },
  };
  for (const [what, { limits, files, names }] of Object.entries(cases)) {
    test(`is named: ${what}`, async () => {
      const { outcome, findings } = await checkFiles(files, limits);
      assert.equal(outcome, 'could-not-check');
      assert.deepEqual(rulesOf(findings), [`${names} could-not-check`]);
    });
  }

  test('leaves no cursor of the parser to the garbage collector, which would free what is not its own', async (t) => {
    const made = t.mock.method(Node.prototype, 'walk');
    const freed = t.mock.method(TreeCursor.prototype, 'delete');
    const { limits, files } = cases['a source whose values hang together in too many ways'] ?? {};
    assert.equal((await checkFiles(files ?? {}, limits)).outcome, 'could-not-check');
    assert.ok(made.mock.callCount() > 0);
    assert.equal(freed.mock.callCount(), made.mock.callCount());
  });

  test('is named: a file that cannot be read; the others are checked all the same', async () => {
    const secret = Buffer.from(`ghp_${fakeSecret(36)}`);
    const verdict = await checkPackage(openFiles({ a: undefined, b: Buffer.from('x') }));
    assert.equal(verdict.outcome, 'could-not-check');
    assert.deepEqual(rulesOf(verdict.findings), ['a could-not-check']);
    assert.equal((await checkPackage(openFiles({ a: undefined, b: secret }))).outcome, 'found');
  });

  test('is not the rest of a long text: its start is what the rules read', async () => {
    const text = `ghp_${fakeSecret(36)} ${'x'.repeat(100)}`;
    const { outcome, findings } = await checkFiles({ 'a.txt': text }, { textBytesMax: 60 });
    assert.equal(outcome, 'found');
    assert.deepEqual(rulesOf(findings), ['a.txt github-token']);
  });

  test('errors that are not the package’s are thrown', async () => {
    const archive = { ...openFiles({ a: undefined }), stream: () => assert.fail('the disk is gone') };
    await assert.rejects(checkPackage(archive), /the disk is gone/);
  });
});

suite('hostile content', () => {
  test('random bytes under any name give a verdict, the same twice', async () => {
    const names = constantFrom('a.py', 'a.js', 'a.json', 'a.zip', 'a.pyc', 'a');
    await assertProperty(
      asyncProperty(names, uint8Array({ maxLength: 2000 }), async (name, content) => {
        const verdict = await checkPackage(openFiles({ [name]: content }));
        assert.deepEqual(await checkPackage(openFiles({ [name]: content })), verdict);
      }),
      { seed: 3, numRuns: 300 },
    );
  });

  test('mutated sources give a verdict', async () => {
    const chance = seedChance(11);
    for (let run = 0; run < 300; run += 1) {
      const { outcome } = await checkPackage(openFiles({ 'a.py': mutate(Buffer.from(SOURCE), chance) }));
      assert.notEqual(outcome, 'could-not-check');
    }
  });

  const shapes: Record<string, string> = {
    'unclosed brackets': `exec(${'('.repeat(100_000)}`,
    'nested calls': `${'exec('.repeat(20_000)}${')'.repeat(20_000)}`,
    'a chain of attributes': `exec(a${'.b'.repeat(100_000)})`,
    'nested attributes of self': `self.x = 1\n${'exec(self.x, '.repeat(20_000)}${')'.repeat(20_000)}`,
    'nested lambdas': `x = ${'lambda y: '.repeat(20_000)}exec(y)`,
    'a chain of assignments': `${'x = '.repeat(20_000)}1\nexec(x)`,
    'many values of one variable': `${'x = f(x)\n'.repeat(2_000)}${'exec(x)\n'.repeat(2_000)}`,
    'attributes that stand for themselves': `${'self.x = self.x.y() or self.x\n'.repeat(300)}self.x(exec)\n`,
    'many calls of many functions of one name': `${'def f(x):\n  exec(x)\n'.repeat(300)}${'f(y)\n'.repeat(300)}`,
    'a sum of strings': `exec(${'"a" + '.repeat(100_000)}"b")`,
    'nested functions': Array.from(
      { length: 300 },
      (_, depth) => `${' '.repeat(depth)}def f${depth}():`,
    ).join('\n'),
    'continued lines': `exec(a ${'\\\n'.repeat(300_000)})`,
    'continued lines between words': `exec(${'a \\\n'.repeat(100_000)})`,
    'continued lines in a string': `import os\nos.system("${'\\\n'.repeat(300_000)}")\nrequests`,
    'calls of what a call returns': `import os\nx${'.append(os.system)'.repeat(30_000)}\n`,
    'a global variable of many functions': `${'def f():\n  global g\n  g = a\n'.repeat(5_000)}${'exec(g)\n'.repeat(5_000)}`,
    'functions that call one another with each parameter': Array.from(
      { length: 4_000 },
      (_, at) => `def f${at}(a, b):\n  f${at + 1}(b, a)\n  exec(a)\n`,
    ).join(''),
    'names that stand for one another': 'a = b\nb = a\nexec(a)\na()\n',
    'functions named as the methods of every object':
      'getattr(a, __proto__("b"))()\ngetattr(a, hasOwnProperty("b"))()\nexec(constructor("b"))\n',
    'functions that return each other': 'def f():\n  return g()\ndef g():\n  return f()\nexec(f())\n',
  };
  // Some shapes take any budget to its end, and the real one lasts for seconds.
  const limits = sized({ short: { traceStepsMax: 150_000 }, long: {} });
  for (const [what, source] of Object.entries(shapes)) {
    test(`${what} come to an end`, async () => {
      const { outcome } = await checkFiles({ 'a.py': source }, limits);
      assert.notEqual(outcome, 'found');
    });
  }
});
