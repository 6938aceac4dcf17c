import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { checkFiles } from './check-files.ts';

const runs = 'import subprocess\nsubprocess.run(["ls"])\n';

/** What is found in `tools/build.py`, beside these files. */
const findIn = async (files: Record<string, string>, code = runs) => {
  const { outcome, findings } = await checkFiles({ 'tools/build.py': code, ...files });
  const found = findings.filter(({ file }) => file === 'tools/build.py');
  return { outcome, found: found.map(({ rule, imported }) => [rule, imported]) };
};

const notImported = { outcome: 'passed', found: [['command-at-run', false]] };
const imported = { outcome: 'passed', found: [['command-at-import', undefined]] };

/** Ways in which a package comes to a module, or may. */
const ways: Readonly<Record<string, Record<string, string>>> = {
  'by a relative name': { '__init__.py': 'from .tools import build\n' },
  'by a name in it': { '__init__.py': 'from .tools.build import x as y\n' },
  'in a function': { '__init__.py': 'def f():\n    from .tools.build import (  # )\n        x,\n    )\n' },
  'over another file': { '__init__.py': 'from . import a\n', 'a.py': 'from .tools \\\n  import build\n' },
  'by its package': { '__init__.py': 'from . import tools\n', 'tools/__init__.py': 'from .build import *\n' },
  'by an absolute name': { '__init__.py': 'import sys\nsys.path.append("x")\nimport build\n' },
  'by a list of a package': {
    '__init__.py': 'from .tools import *\n',
    'tools/__init__.py': '__all__ = ["build"]\n',
  },
  'by its name as a text': {
    '__init__.py': 'import importlib\nimportlib.import_module(".tools.build", __package__)\n',
  },
  'by a computed name': {
    '__init__.py': 'import importlib\nimportlib.import_module("." + name, __package__)\n',
  },
  'by a name in a folder': {
    '__init__.py':
      'import importlib\nfor n in names:\n    importlib.import_module(f".tools.{n}", __name__)\n',
  },
  'by its path': { '__init__.py': 'import runpy\nrunpy.run_path(path)\n' },
  'in another process': {
    '__init__.py': 'import subprocess, sys\nsubprocess.run([sys.executable, "tools/build.py"])\n',
  },
  'as a text': { '__init__.py': 'exec(open(path).read())\n' },
  'before all packages': { '__init__.py': '', 'prestartup_script.py': 'from tools import build\n' },
  'without an entry': { 'README.md': '' },
  'over compiled code': { '__init__.py': 'from . import a\n', 'a.so': '' },
  'in letters that look different': { '__init__.py': 'from .tools import ｂuild\n' },
};

suite('a module that nothing imports', () => {
  test('is no part of an import of the package', async () => {
    const others = { '__init__.py': 'import os\nfrom . import nodes\n', 'nodes.py': 'import build\nx = 1\n' };
    assert.deepEqual(await findIn(others), notImported);
    assert.deepEqual(
      await findIn({ '__init__.py': 'import importlib\nimportlib.import_module(f".nodes.{n}", __name__)\n' }),
      notImported,
    );
  });

  test('holds a package all the same', async () => {
    const code = 'import requests\nexec(requests.get("https://a.io").text)\n';
    const { outcome, found } = await findIn({ '__init__.py': '' }, code);
    assert.equal(outcome, 'found');
    assert.ok(found.some(([rule, isImported]) => rule === 'exec-downloaded' && isImported === false));
  });

  test('does not install packages at import', async () => {
    const { found } = await findIn({ '__init__.py': '' }, 'import os\nos.system("pip install x")\n');
    assert.deepEqual(found, [['pip-at-run', false]]);
  });

  for (const [way, files] of Object.entries(ways)) {
    test(`does not mean one that is imported ${way}`, async () => {
      assert.deepEqual(await findIn(files), imported);
    });
  }

  test('is named as such by other rules, and only if it is Python', async () => {
    const hidden = `x = 1;${' '.repeat(120)}y = 2\n`;
    const { findings } = await checkFiles({ '__init__.py': '', 'a.py': hidden, 'a.js': hidden });
    assert.deepEqual(
      findings.map(({ file, imported: isImported }) => [file, isImported]),
      [
        ['a.js', undefined],
        ['a.py', false],
      ],
    );
  });
});
