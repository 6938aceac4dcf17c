import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evaluate } from './support/evaluate.ts';
import { extract } from './support/extract.ts';

const dynamic = (source: string) => ({ $dynamic: source });

/** Sources, and what Python leaves in `VALUE`. */
const known: Record<string, [source: string, value: unknown]> = {
  'a star before a call, a key and an operation': [
    'd = {"a": [1, 2]}\nVALUE = [[*range(3)], [*d.values()], [*d["a"]], [*d["a"] + [3]], {*range(1)} == {0}, [*d["b"] if 0 else "xy", 9]]',
    [[0, 1, 2], [[1, 2]], [1, 2], [1, 2, 3], true, ['x', 'y', 9]],
  ],
  'a default of a dict': [
    'from collections import defaultdict\nd = defaultdict(dict)\nd["x"]["A"] = 1\nn = defaultdict(int, {"a": 2})\nn["b"] += 1\nl = defaultdict(lambda: [0])\nl["k"].append(1)\nVALUE = [d["x"], list(d), dict(n), l["k"]]',
    [{ A: 1 }, ['x'], { a: 2, b: 1 }, [0, 1]],
  ],
  'match with literals': [
    'r = []\nfor x in ["b", 3, None, "z"]:\n    match x:\n        case "a":\n            r.append("a")\n        case "b" | "c":\n            r.append("b")\n        case 3 if len(r) > 9:\n            r.append("guarded")\n        case None:\n            r.append("none")\n        case _:\n            r.append("other")\nVALUE = r[0]',
    'b',
  ],
  'letters of all alphabets in patterns': [
    'import re\nVALUE = [re.sub(r"\\W+", "_", "图像 加载"), re.sub(r"[^\\w]", "-", "Größe ändern"), re.findall(r"\\d+", "é12")]',
    ['图像_加载', 'Größe-ändern', ['12']],
  ],
  'percent formats with a side': [
    'VALUE = ["%-4s|" % "a", "%4s|" % "a", "%+d" % 3, "%03d" % 7, "%-4d|" % 7, "%.2f" % 1.5, "%d%%" % 5]',
    ['a   |', '   a|', '+3', '007', '7   |', '1.50', '5%'],
  ],
  'the name of a wrapped function': [
    'import functools\ndef deco(f):\n    @functools.wraps(f)\n    def run():\n        return f()\n    return run\n@deco\ndef add_numbers():\n    return 1\nVALUE = add_numbers.__name__',
    'add_numbers',
  ],
  'sys.maxsize': ['import sys\nVALUE = str(sys.maxsize)', '9223372036854775807'],
  'sys.float_info': [
    'import sys\nfrom sys import float_info\nVALUE = [sys.float_info.max, -float_info.epsilon]',
    [Number.MAX_VALUE, -Number.EPSILON],
  ],
  math: [
    'import math\nfrom math import pi, floor\nVALUE = [pi, floor(2.7), math.ceil(2.1), math.sqrt(9), math.log2(8), math.gcd(12, 18), math.factorial(5)]',
    [Math.PI, 2, 3, 3, 3, 6, 120],
  ],
  string: [
    'import string\nVALUE = string.ascii_lowercase[:3] + string.digits + string.hexdigits[-1]',
    'abc0123456789F',
  ],
  'inspect.cleandoc': [
    'import inspect\nVALUE = inspect.cleandoc("  a\\n    b\\tc\\n\\n      d\\n    ")',
    'a\nb   c\n\n  d',
  ],
  'inspect.cleandoc of lines that are not indented': [
    'import inspect\nVALUE = inspect.cleandoc("\\n    a\\nb\\n    ")',
    '    a\nb\n    ',
  ],
  'json.dumps': [
    `import json\nVALUE = json.dumps({"b": [1, 2.0, None, True], "a": "caf\\u00e9 \\"x\\""})`,
    '{"b": [1, 2.0, null, true], "a": "caf\\u00e9 \\"x\\""}',
  ],
  'json.dumps with a style': [
    `import json\nVALUE = [json.dumps({"b": [1], "a": {}}, indent=2, sort_keys=True), json.dumps([1, {"é": 2}], separators=(",", ":"), ensure_ascii=False)]`,
    ['{\n  "a": {},\n  "b": [\n    1\n  ]\n}', '[1,{"é":2}]'],
  ],
  'dataclasses.fields': [
    `
from dataclasses import dataclass, field, fields
@dataclass
class Base:
    width: int = 64
@dataclass
class Options(Base):
    name: str = "n"
    tags: list = field(default_factory=list)
    other: float = field(default=0.5)
VALUE = [[f.name, f.type.__name__, f.default if f.name != "tags" else f.default_factory()] for f in fields(Options)]`,
    [
      ['width', 'int', 64],
      ['name', 'str', 'n'],
      ['tags', 'list', []],
      ['other', 'float', 0.5],
    ],
  ],
  'an instance of a dataclass': [
    `
from dataclasses import asdict, dataclass, field
@dataclass
class Options:
    a: int
    b: int = 2
    c: list = field(default_factory=lambda: [3])
one = Options(1, c=[4])
VALUE = [one.a, one.b, one.c, Options(5, 6).b, Options(7).c, asdict(Options(8))]`,
    [1, 2, [4], 6, [3], { a: 8, b: 2, c: [3] }],
  ],
  'inspect.signature in a decorator': [
    `
import inspect
def describe(function):
    inputs = {}
    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.kind in (inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL):
            continue
        options = {} if parameter.default is inspect.Parameter.empty else {"default": parameter.default}
        inputs[name] = [parameter.annotation.__name__.upper(), options]
    function.INPUTS = inputs
    function.RETURNS = inspect.signature(function).return_annotation.__name__
    return function
@describe
def run(a: int, b: float = 0.5, *rest: int, c: str = "x", **more) -> bool:
    pass
VALUE = [run.INPUTS, run.RETURNS]`,
    [{ a: ['INT', {}], b: ['FLOAT', { default: 0.5 }], c: ['STR', { default: 'x' }] }, 'bool'],
  ],
  'inspect.signature of a method': [
    'import inspect\nclass C:\n    def m(self, a, b=1): pass\nVALUE = [list(inspect.signature(C.m).parameters), list(inspect.signature(C().m).parameters)]',
    [
      ['self', 'a', 'b'],
      ['a', 'b'],
    ],
  ],
  'itertools.product': [
    'from itertools import product\nVALUE = [f"{a}{b}" for a, b in product("xy", [1, 2])] + ["".join(p) for p in product("ab", repeat=2)]',
    ['x1', 'x2', 'y1', 'y2', 'aa', 'ab', 'ba', 'bb'],
  ],
  ChainMap: [
    'from collections import ChainMap\nVALUE = dict(ChainMap({"a": 1}, {"a": 2, "b": 3}))',
    { a: 1, b: 3 },
  ],
  'int of a base': [
    'VALUE = [int("ff", 16), int("0xFF", 16), int("-101", base=2), int("0o17", 0), int("z", 36), int("0b1", 16)]',
    [255, 255, -5, 15, 35, 177],
  ],
  'int of what is not of the base': ['VALUE = int("12", 2)', dynamic('int("12", 2)')],
  'a try that cannot fail': [
    'import json\ntry:\n    VALUE = json.loads("[1]")[0]\nexcept ValueError:\n    VALUE = 2',
    1,
  ],
  'a try of a module Python always has': [
    'try:\n    import math\n    VALUE = 1\nexcept ImportError:\n    VALUE = 2',
    1,
  ],
  'a try that may fail, with another fallback': [
    'try:\n    import special\n    VALUE = 1\nexcept ImportError:\n    VALUE = 2',
    dynamic('VALUE'),
  ],
  'a try that may fail, with the same fallback': [
    'try:\n    import special\n    VALUE = 1\nexcept ImportError:\n    VALUE = 1',
    1,
  ],
  'a property of the class': [
    `
class Base:
    @classmethod
    @property
    def KIND(cls):
        return "kind of " + cls.__name__
class Derived(Base):
    pass
VALUE = [Base.KIND, Derived.KIND, Derived().KIND]`,
    ['kind of Base', 'kind of Derived', 'kind of Derived'],
  ],
};

for (const [what, [source, value]] of Object.entries(known)) {
  test(`knows ${what}`, async () => {
    assert.deepEqual(await evaluate(source), value);
  });
}

for (const [line, ending] of [
  ['\\r\\n', '\r\n'],
  ['\\r', '\r'],
] as const) {
  test(`reads lines that end in ${line} as Python's text files do`, async () => {
    const files = { 't.txt': `a${ending}b${ending}` };
    for (const read of ['open("t.txt").read()', '__import__("pathlib").Path("t.txt").read_text()'])
      assert.equal(await evaluate(`VALUE = ${read}`, files), 'a\nb\n');
  });
}

/** Ways of reading the same table at import. */
const tables: Record<string, [path: string, content: string, source: string]> = {
  'csv.reader': [
    'data/t.csv',
    'name,size\n"a, b",1\r\n"c ""d""",2\n',
    `
import csv
with open(path, newline="") as file:
    reader = csv.reader(file)
    header = next(reader)
    VALUE = [dict(zip(header, row)) for row in reader]`,
  ],
  'csv.DictReader': [
    'data/t.tsv',
    'name\tsize\na, b\t1\n\n"c ""d"""\t2',
    `
import csv
with open(path) as file:
    VALUE = [dict(row) for row in csv.DictReader(file, delimiter="\\t")]`,
  ],
  tomllib: [
    'data/t.toml',
    '[[rows]]\nname = "a, b"\nsize = "1"\n[[rows]]\nname = \'c "d"\'\nsize = "2"\n',
    'import tomllib\nwith open(path, "rb") as file:\n    VALUE = tomllib.load(file)["rows"]',
  ],
  yaml: [
    'data/t.yaml',
    'rows:\n  - {name: "a, b", size: "1"}\n  - name: c "d"\n    size: \'2\'\n',
    'import yaml\nwith open(path) as file:\n    VALUE = yaml.safe_load(file)["rows"]',
  ],
  text: [
    'data/t.txt',
    'a, b;1\nc "d";2\n',
    `
VALUE = []
with open(path) as file:
    for line in file:
        name, size = line.strip().split(";")
        VALUE.append({"name": name, "size": size})`,
  ],
  'text of a Path': [
    'data/t.txt',
    'a, b;1\nc "d";2',
    `
from pathlib import Path
VALUE = [dict(zip(("name", "size"), line.split(";"))) for line in Path(path).read_text().splitlines()]`,
  ],
};

for (const [what, [path, content, source]] of Object.entries(tables)) {
  test(`reads a table of the package by ${what}`, async () => {
    const where = `import os\npath = os.path.join(os.path.dirname(__file__), "${path}")`;
    assert.deepEqual(await evaluate(`${where}\n${source}`, { [path]: content }), [
      { name: 'a, b', size: '1' },
      { name: 'c "d"', size: '2' },
    ]);
  });
}

test('tells the numbers of YAML and TOML apart as Python does', async () => {
  const source = (module: string) => `import ${module}\nVALUE = ${module}.load(open("t"))["v"]`;
  const yaml = { t: 'v: [1, 1.0, 2.5, yes, ~, 99999999999999999999]' };
  const toml = { t: 'v = [1, 1.0, 2.5, true]' };
  const read = async (module: string, files: Record<string, string>) =>
    (
      await extract({
        ...files,
        '__init__.py': `${source(module)}\nclass N:\n    RETURN_TYPES = VALUE\nNODE_CLASS_MAPPINGS = {"N": N}`,
      })
    ).appNodes[0]?.return_types;
  assert.equal(await read('yaml', yaml), '[1,1.0,2.5,true,null,99999999999999999999]');
  assert.equal(await read('tomllib', toml), '[1,1.0,2.5,true]');
});

/** Tables and combinations too large, too deep or not well-formed: unknown, and nothing else is lost. */
const refused: Record<string, [source: string, files?: Record<string, string>]> = {
  'a product without end': ['from itertools import product\nVALUE = list(product(range(9999), range(9999)))'],
  'a product repeated': ['from itertools import product\nVALUE = list(product("ab", repeat=99))'],
  'a product of many': ['from itertools import product\nVALUE = list(product(*[["a", "b"]] * 5000))'],
  'a long repetition': ['import itertools\nVALUE = list(itertools.repeat(1, 10**9))'],
  'a huge factorial': ['import math\nVALUE = math.factorial(10**6)'],
  'a huge power': ['import math\nVALUE = math.pow(10, 10**6)'],
  'digits without end': [`VALUE = int("${'f'.repeat(5000)}", 16)`],
  'deep JSON': ['import json\nx = []\nfor i in range(99):\n    x = [x]\nVALUE = json.dumps(x)'],
  'doubled JSON': [
    'import json\nx = [1]\nfor i in range(50):\n    x = [x, x]\nVALUE = json.dumps(x, indent=40)',
  ],
  'JSON of itself': ['import json\nx = []\nx.append(x)\nVALUE = json.dumps(x)'],
  'a CSV file too large': [
    'import csv\nVALUE = list(csv.reader(open("t.csv")))',
    { 't.csv': 'a,b\n'.repeat(100_000) },
  ],
  'a CSV table too wide': [
    'import csv\nVALUE = list(csv.DictReader(open("t.csv")))',
    { 't.csv': `${'a,'.repeat(1000)}\n${'1\n'.repeat(5000)}` },
  ],
  'deep TOML': ['import tomllib\nVALUE = tomllib.load(open("t"))', { t: `a = ${'['.repeat(20_000)}` }],
  'YAML that repeats itself': [
    'import yaml\nVALUE = yaml.safe_load(open("t"))',
    {
      t: `a0: &a0 [x, x]\n${Array.from({ length: 40 }, (_, at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}, *a${at}]`).join('\n')}`,
    },
  ],
  'YAML that holds itself': ['import yaml\nVALUE = yaml.safe_load(open("t"))', { t: '&a [*a]' }],
  'deep YAML': ['import yaml\nVALUE = yaml.safe_load(open("t"))', { t: '['.repeat(20_000) }],
  'long YAML': [
    'import yaml\nVALUE = yaml.safe_load(open("t"))',
    { t: Array.from({ length: 17_000 }, (_, at) => `- ${at % 10}`).join('\n') },
  ],
};

for (const [what, [source, files]] of Object.entries(refused)) {
  test(`takes ${what} for unknown`, async () => {
    const { appNodes, status } = await extract({
      ...files,
      '__init__.py': `${source}\nclass N:\n    CATEGORY = "fine"\n    RETURN_TYPES = (VALUE,)\nNODE_CLASS_MAPPINGS = {"N": N}`,
    });
    assert.equal(status, 'success');
    assert.equal(appNodes[0]?.category, 'fine');
    assert.match(appNodes[0]?.return_types ?? '', /\$dynamic/);
  });
}
