import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extractAppNodes } from '../../src/extract/extract-app-nodes.ts';
import { extract, fullAppNode, fullClass } from './support/extract.ts';

const blur = `${fullClass('Blur')}\nNODE_CLASS_MAPPINGS = {"Blur": Blur}\n`;

/** Packages of which nobody can say that they offer nothing. */
const silent: Record<string, Record<string, string>> = {
  'a relative import that is not there': { '__init__.py': 'from .gone import setup\nsetup()' },
  'one that a try guards': { '__init__.py': 'try:\n    from .gone import *\nexcept ImportError:\n    pass' },
  'a name imported from the package itself': { '__init__.py': 'from . import gone' },
  'a relative import from above the package': {
    '__init__.py': 'from ..nodes import OFFERED',
    'nodes.py': 'OFFERED = {}',
  },
  'import_module of what is not there': {
    '__init__.py': 'import importlib\nimportlib.import_module(".gone", package=__name__)',
  },
  'everything of a module from elsewhere': { '__init__.py': 'from my_nodes.offered import *' },
  exec: { '__init__.py': 'exec(open("x").read())' },
  'exec in a function that runs': {
    '__init__.py': 'from . import run\nrun.go()',
    'run.py': 'def go():\n    exec("NODE_CLASS_MAPPINGS = {}", globals())',
  },
  'a __getattr__ that only running could follow': {
    '__init__.py': 'import outside\ndef __getattr__(name):\n    return outside.load(name)',
  },
  'a syntax error': { '__init__.py': 'x = = 1' },
  'a root that raises': { '__init__.py': 'raise RuntimeError("not here")' },
  'a root too large to read': { '__init__.py': `x = "${'x'.repeat(2_100_000)}"` },
  'a budget used up': { '__init__.py': 'x = 0\nwhile True:\n    x += 1' },
};

for (const [what, files] of Object.entries(silent)) {
  test(`does not say that nothing is offered after ${what}`, async () => {
    const { status, confidence, appNodes, problems } = await extract(files);
    assert.deepEqual({ status, confidence, appNodes }, { status: 'failed', confidence: 0, appNodes: [] });
    assert.ok(problems.length > 0, 'a problem says why');
  });
}

test('does not say that nothing is offered by a root whose text was not read', async () => {
  const { status, problems } = await extractAppNodes(new Map([['__init__.py', undefined]]));
  assert.equal(status, 'failed');
  assert.deepEqual(problems, [{ file: '__init__.py', line: 0, message: 'is too large to read' }]);
});

test('the text of a file that was not read is not taken for empty', async () => {
  const { appNodes } = await extractAppNodes(
    new Map([
      [
        '__init__.py',
        'class N:\n    CATEGORY = open("big.txt").read() + "!"\nNODE_CLASS_MAPPINGS = {"N": N}',
      ],
      ['big.txt', undefined],
    ]),
  );
  assert.deepEqual(appNodes, [{ app_node_name: 'N', policy: 'AppNodePolicyActive' }]);
});

/** Packages the host could hardly load, with what they would have offered. */
const doubtful: Record<string, Record<string, string>> = {
  'a root with a syntax error': { '__init__.py': `${blur}\nx = = 1` },
  'a root that raises at its end': { '__init__.py': `${blur}\nraise RuntimeError()` },
  'a file with a syntax error': {
    '__init__.py': 'from .a import NODE_CLASS_MAPPINGS',
    'a.py': `${blur}\nx = = 1`,
  },
  'a root that imports a file with a syntax error': {
    '__init__.py': `from .b import helper\n${blur}`,
    'b.py': 'def helper(): pass\nx = = 1',
  },
  'a root that imports a file that raises': {
    '__init__.py': `from . import b\n${blur}`,
    'b.py': 'raise RuntimeError()',
  },
  'a file with a syntax error, behind a try': {
    '__init__.py': `
NODE_CLASS_MAPPINGS = {}
try:
    from .a import NODE_CLASS_MAPPINGS as more
    NODE_CLASS_MAPPINGS.update(more)
except Exception:
    pass`,
    'a.py': `from .b import Blur\nNODE_CLASS_MAPPINGS = {"Blur": Blur}\nx = = 1`,
    'b.py': fullClass('Blur'),
  },
  'a root that imports what is missing': { '__init__.py': `from .gone import x\n${blur}` },
};

for (const [what, files] of Object.entries(doubtful)) {
  test(`gives no names with certainty from ${what}`, async () => {
    const { appNodes, confidence } = await extract(files);
    assert.deepEqual(appNodes, [fullAppNode('Blur')]);
    assert.equal(confidence, 0.5);
  });
}

test('a broken file that the package guards against costs the others nothing', async () => {
  const { appNodes, confidence } = await extract({
    '__init__.py': `${blur}\ntry:\n    from . import broken\nexcept Exception:\n    broken = None`,
    'broken.py': 'x = = 1',
  });
  assert.deepEqual(appNodes, [fullAppNode('Blur')]);
  assert.equal(confidence, 1);
});

test('a relative import_module starts in the package it is given, also when that is a module', async () => {
  const root = (line: string) => ({
    '__init__.py': `from .nodes.loader import NODE_CLASS_MAPPINGS`,
    'nodes/__init__.py': '',
    'nodes/loader.py': `from importlib import import_module\nNODE_CLASS_MAPPINGS = ${line}.NODE_CLASS_MAPPINGS`,
    'nodes/blur.py': blur,
    'blur.py': '',
  });
  for (const [line, isFound] of [
    ['import_module(".blur", package=__package__)', true],
    ['import_module("..blur", package=__name__)', true],
    ['import_module(f"{__package__}.blur")', true],
    ['import_module(".blur", package=__name__)', false],
    ['import_module("....blur", package=__name__)', false],
  ] as const) {
    const { appNodes, problems } = await extract(root(line));
    assert.deepEqual(appNodes, isFound ? [fullAppNode('Blur')] : [], line);
    assert.equal(problems.length === 0, isFound, line);
  }
});

test('asks the __getattr__ of the root for what it does not define', async () => {
  const { appNodes, confidence } = await extract({
    '__init__.py': `
def __getattr__(name):
    if name == "NODE_CLASS_MAPPINGS":
        from .nodes import NODE_CLASS_MAPPINGS
        return NODE_CLASS_MAPPINGS
    raise AttributeError(name)`,
    'nodes.py': blur,
  });
  assert.deepEqual(appNodes, [fullAppNode('Blur')]);
  assert.equal(confidence, 1);
});

test('keeps a bounded number of problems', async () => {
  const { problems } = await extract({
    '__init__.py': `import importlib\nfor i in range(9999):\n    importlib.import_module(f".gone{i}", __name__)\n    exec("x")`,
  });
  assert.ok(problems.length > 100 && problems.length <= 1000, `${problems.length} problems`);
});
