import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extract, fullAppNode, fullClass } from './support/extract.ts';

const offered = `${fullClass('Blur')}\nNODE_CLASS_MAPPINGS = {"Blur": Blur}\n`;

/** Sources that would take forever, or all memory, if anyone ran them. */
const hostile: Record<string, string> = {
  'unclosed brackets': '['.repeat(20_000),
  'nested brackets': `x = ${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  'nested calls': `x = ${'f('.repeat(5_000)}${')'.repeat(5_000)}`,
  'nested blocks': Array.from({ length: 2_000 }, (_, depth) => `${' '.repeat(depth)}if x:`).join('\n'),
  'long sums': `x = ${Array.from({ length: 20_000 }, () => '1').join(' + ')}`,
  'huge text': "x = 'a' * 10**9\ny = x * 10**9",
  'huge list': 'x = [0] * 10**9\ny = [[0] * 99999] * 99999',
  'huge range': 'x = [i for i in range(10**12)]',
  'huge number': 'x = 9**9**9**9\ny = 1 << 10**12\nz = 10**10**10',
  'huge literal': `x = ${'9'.repeat(100_000)}`,
  'nested comprehensions': `r = range(9999)\nx = [[[[d for d in r] for c in r] for b in r] for a in r]`,
  'doubling text': `x = "ab"\n${'x = x + x\n'.repeat(200)}`,
  'doubling list': `x = [1]\n${'x = x + x\n'.repeat(200)}`,
  'doubling in place': `x = [1]\n${'x += x\n'.repeat(200)}`,
  'doubling by format': `x = "ab"\n${'x = f"{x}{x}"\n'.repeat(200)}`,
  'doubling by replace': `x = "ab"\n${'x = x.replace("a", x)\n'.repeat(200)}`,
  'doubling structure': `x = {"a": 1}\n${'x = {"a": x, "b": x}\n'.repeat(200)}`,
  'equal structures': `x = y = (1,)\n${'x = (x, x)\ny = (y, y)\n'.repeat(100)}z = x == y\nd = {x: 1}`,
  'endless loop': 'x = 1\nwhile True:\n    x += 1',
  'endless loop that grows': 'x = []\nwhile True:\n    x.append(list(range(9999)))',
  'growing list in its loop': 'x = [1]\nfor i in x:\n    x.append(i)',
  'endless recursion': 'def f(n):\n    return f(n + 1) + f(n + 2)\nx = f(0)',
  'mutual recursion': 'def f(n):\n    return g(n)\ndef g(n):\n    return [f(n), f(n)]\nx = f(0)',
  'endless descriptors': 'class A:\n    def __getattr__(self, name):\n        return self.missing\nx = A().y',
  'self containing': 'x = []\nx.append(x)\nd = {}\nd["d"] = d\ny = str(x) + str(d)\nz = x == [x]',
  'many alternatives': `import q\n${'if q.a:\n    x = 1\nelse:\n    x = 2\n'.repeat(3_000)}`,
  'many branches over a large list': `import q\nx = [0] * 90000\n${'if q.a:\n    x.append(1)\n'.repeat(3_000)}`,
  'many branches over a large dict': `import q\nd = dict(zip(range(9999), range(9999)))\n${'x = d if q.a else {**d, 1: 2}\n'.repeat(3_000)}`,
  'branches that double a list': `import q\nx = [0]\n${'if q.a:\n    x += x\nelse:\n    x += [x]\n'.repeat(60)}`,
  'branches over doubled structures': `import q\nx = {"a": 1}\ny = {"a": 2}\n${'x = {"a": x, "b": x}\ny = {"a": y, "b": y}\n'.repeat(60)}z = x if q.a else y\nw = [x, x] if q.a else [y, y]`,
  'branches nested in calls': `import q\nx = []\ndef f(n):\n    if q.a:\n        x.append(n)\n        f(n + 1)\n        f(n + 2)\n    else:\n        f(n)\nf(0)`,
  'a loop over members that may be absent': `import q\nx = [n for n in range(9999) if q.a]\nfor i in x:\n    for j in x:\n        x.append(j)`,
  'slices of a large list': `x = [0] * 90000\n${'x[::2] = x[::2]\ndel x[5:]\nx[1:1] = [0] * 90000\n'.repeat(1_000)}`,
  'catastrophic pattern':
    'import re\nx = re.sub(r"(a+)+$", "", "a" * 99 + "b")\ny = re.match(r"(a|a)*b", "a" * 99)',
  'catastrophic glob': `import fnmatch\nx = fnmatch.fnmatch("a" * 5000, ${JSON.stringify('*a'.repeat(200))})`,
  'wide format': 'x = "{:999999999}".format(1)\ny = f"{1:>999999999}"\nz = "%999999999d" % 1',
  'class bomb': `class A: pass\n${Array.from({ length: 300 }, (_, i) => `class B${i}(${['A', ...Array.from({ length: i }, (__, j) => `B${j}`)].slice(-40).join(', ')}): pass`).join('\n')}`,
  'class bomb below a class from elsewhere': `import q\nclass A(q.B): pass\n${Array.from({ length: 60 }, (_, i) => `class B${i}(${['A', ...Array.from({ length: i }, (__, j) => `B${j}`)].slice(-40).join(', ')}): pass`).join('\n')}`,
  'a long line of classes': `class A0: pass\n${Array.from({ length: 20_000 }, (_, i) => `class A${i + 1}(A${i}): pass`).join('\n')}`,
  'endless comments': `${'# x\n'.repeat(40_000)}y = 1\n${'    # x\n\n'.repeat(40_000)}`,
  'null bytes': 'x = "\0"\n\0\0\0',
  'lone surrogates': 'x = "\ud800" + "\\ud800"\n# \udfff',
};

for (const [what, source] of Object.entries(hostile)) {
  test(`survives ${what} and still reads the rest of the package`, async () => {
    const { appNodes, status } = await extract({
      '__init__.py': 'from .other import *\nfrom .hostile import *\n',
      'other.py': offered,
      'hostile.py': source,
    });
    assert.equal(status, 'success');
    assert.deepEqual(appNodes, [fullAppNode('Blur')]);
  });
}

test('a field that cannot be bounded costs itself alone', async () => {
  const { appNodes, problems } = await extract({
    '__init__.py': `
x = ["a"]
for i in range(40):
    x = [x, x]
class N:
    RETURN_TYPES = x
    CATEGORY = "fine"
    @classmethod
    def INPUT_TYPES(cls):
        while True:
            pass
NODE_CLASS_MAPPINGS = {"N": N, "M": N}`,
  });
  const fields = {
    category: 'fine',
    input_types: '{"$dynamic":"N.INPUT_TYPES()"}',
    policy: 'AppNodePolicyActive',
    return_types: '{"$dynamic":"too large"}',
  };
  assert.deepEqual(appNodes, [
    { app_node_name: 'N', ...fields },
    { app_node_name: 'M', ...fields },
  ]);
  const message = 'N.INPUT_TYPES() needs more steps than one part of a file may take';
  assert.deepEqual(
    problems,
    Array.from({ length: 2 }, () => ({ file: '__init__.py', line: 5, message })),
  );
});

test('what goes through all of a long text or set costs as many steps', async () => {
  for (const [start, call] of [
    ['"😀" * 50000', 'len(x)'],
    ['"😀" * 50000', 'x[0]'],
    ['{i for i in range(9000)}', 'x.union()'],
    ['{i: i for i in range(9000)}', 'x.popitem()'],
  ]) {
    const source = `x = ${start}\nwhile True:\n    ${call}`;
    const { problems } = await extract({ '__init__.py': `${source}\n${offered}` });
    const [problem] = problems;
    assert.match(problem?.message ?? '', /needs more steps than one part of a file may take/, call);
  }
});

test('a chain of a thousand imports ends', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 1_000 }, (_, at) => [`m${at}.py`, `from .m${at + 1} import *\n`]),
  );
  const { status } = await extract({ ...files, '__init__.py': `from .m0 import *\n${offered}` });
  assert.equal(status, 'success');
});

test('the same sources always end at the same step', async () => {
  const files = {
    '__init__.py': `${offered}\nx = []\nfor i in range(9999):\n    x.append(i)\nNODE_CLASS_MAPPINGS["B"] = Blur`,
  };
  const limits = { stepsMax: 5_000, stepsPerUnitMax: 5_000 };
  assert.deepEqual(await extract(files, limits), await extract(files, limits));
});

test('reading ends when its processor time is over, and far later by the clock', async () => {
  const files = { '__init__.py': `${offered}\nx = 0\nwhile True:\n    x += 1\n` };
  const messages = async (guard: object) =>
    (await extract(files, guard)).problems.map(({ message }) => message);
  assert.deepEqual(await messages({}), ['needs more steps than one part of a file may take']);
  for (const guard of [{ processorMsMax: 0 }, { wallMsMax: 0 }]) {
    assert.deepEqual(await messages(guard), ['the package needs too many steps']);
  }
});
