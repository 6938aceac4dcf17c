import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExtractedAppNode } from '../../src/extract/extraction.ts';
import { extract, fullAppNode, fullClass } from './support/extract.ts';

/** The one app-node a module offers as `N`. */
const readN = async (source: string, files: Record<string, string> = {}): Promise<ExtractedAppNode> => {
  const { appNodes } = await extract({
    ...files,
    '__init__.py': `${source}\nNODE_CLASS_MAPPINGS = {"N": N}\n`,
  });
  const [appNode] = appNodes;
  assert.ok(appNode !== undefined && appNodes.length === 1, 'exactly one app-node is found');
  return appNode;
};

const policy = 'AppNodePolicyActive';

test('reads every attribute of a class', async () => {
  const source = fullClass('Blur');
  assert.deepEqual(await readN(`${source}\nN = Blur`), fullAppNode('Blur', 'N'));
});

test('leaves out what the class does not set', async () => {
  assert.deepEqual(await readN('class N:\n    pass'), { app_node_name: 'N', policy });
});

test('takes inherited attributes, the nearest first', async () => {
  const source = `
${fullClass('Blur')}
class Mixin:
    CATEGORY = "mixed"
class Middle(Blur):
    DESCRIPTION = "nearer"
class N(Mixin, Middle):
    RETURN_TYPES = Middle.RETURN_TYPES + ("INT",)`;
  assert.deepEqual(await readN(source), {
    ...fullAppNode('Blur', 'N'),
    category: 'mixed',
    description: 'nearer',
    return_types: '["IMAGE","MASK","INT"]',
  });
});

test('extends what super().INPUT_TYPES() returns', async () => {
  const source = `
class Base:
    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"a": ("INT", {"default": cls.START})}}
class N(Base):
    START = 7
    @classmethod
    def INPUT_TYPES(cls):
        types = super().INPUT_TYPES()
        types["required"]["b"] = ("FLOAT", {"default": 1.0, "max": float(2**4), "step": 1e-05})
        types.setdefault("optional", {}).update(super(N, cls).INPUT_TYPES()["required"])
        return types`;
  assert.deepEqual(await readN(source), {
    app_node_name: 'N',
    input_types:
      '{"required":{"a":["INT",{"default":7}],"b":["FLOAT",{"default":1.0,"max":16.0,"step":1e-05}]},' +
      '"optional":{"a":["INT",{"default":7}]}}',
    policy,
  });
});

test('reads the types of enums and constants, of the package and of the host', async () => {
  const source = `
from comfy.comfy_types import IO, ComfyNodeABC, InputTypeDict
from comfy.comfy_types.node_typing import IO as Types
from .types import Kind, ANY, MODES
import enum
class Mode(enum.Enum):
    SOFT = "soft"
    HARD = "hard"
class N(ComfyNodeABC):
    RETURN_TYPES = (IO.IMAGE, Types.ANY, Kind.MESH, Kind["MESH"].value, ANY)
    RETURN_NAMES = tuple(m.name.lower() for m in Mode)
    @classmethod
    def INPUT_TYPES(s) -> InputTypeDict:
        return {"required": {"mode": ([m.value for m in Mode], {"default": Mode.SOFT.value}), "more": (list(MODES),)}}`;
  const types = `
from enum import Enum
class Kind(str, Enum):
    MESH = "MESH"
class AnyType(str):
    def __ne__(self, other):
        return False
ANY = AnyType("*")
MODES = {"x": 1, "y": 2}`;
  assert.deepEqual(await readN(source, { 'types.py': types }), {
    app_node_name: 'N',
    input_types: '{"required":{"mode":[["soft","hard"],{"default":"soft"}],"more":[["x","y"]]}}',
    policy,
    return_names: '["soft","hard"]',
    return_types: '["IMAGE","*","MESH","MESH","*"]',
  });
});

test('evaluates properties, descriptors and metaclass properties', async () => {
  const source = `
class classproperty:
    def __init__(self, getter):
        self.getter = getter
    def __get__(self, instance, owner):
        return self.getter(owner)
class Meta(type):
    @property
    def FUNCTION(cls):
        return "run_" + cls.__name__
class N(metaclass=Meta):
    NAME = "n"
    @classproperty
    def CATEGORY(cls):
        return f"made/{cls.NAME}"
    @property
    def DESCRIPTION(self):
        return "a property"`;
  assert.deepEqual(await readN(source), {
    app_node_name: 'N',
    category: 'made/n',
    description: 'a property',
    function: 'run_N',
    policy,
  });
});

test('reads f-strings, docstrings and formatted text', async () => {
  const source = `
"""The module."""
from inspect import cleandoc
ROOT = "my"
class N:
    """First line.

        Second line.
    """
    CATEGORY = f"{ROOT}/{'tools'.upper()}/{1 + 1:02d}/{ROOT!r}"
    DESCRIPTION = cleandoc(__doc__)
    FUNCTION = "_".join(["do", 'it'])
    RETURN_NAMES = ("%s-%d" % ("a", 3), "{0}{x:.1f}".format("b", x=2), "caf\\u00e9" r"\\n")`;
  assert.deepEqual(await readN(source), {
    app_node_name: 'N',
    category: "my/TOOLS/02/'my'",
    description: 'First line.\n\nSecond line.',
    function: 'do_it',
    policy,
    return_names: JSON.stringify(['a-3', 'b2.0', 'café\\n']),
  });
});

test('reads INPUT_TYPES however it is written', async () => {
  const forms: Record<string, string> = {
    'without classmethod': 'def INPUT_TYPES(s):\n        return {"required": {"a": ("INT",)}}',
    static: '@staticmethod\n    def INPUT_TYPES():\n        return {"required": {"a": ("INT",)}}',
    lambda: 'INPUT_TYPES = classmethod(lambda cls: {"required": {"a": ("INT",)}})',
    cached:
      '@classmethod\n    @cache\n    def INPUT_TYPES(cls):\n        return {"required": {"a": ("INT",)}}',
    'with locals':
      '@classmethod\n    def INPUT_TYPES(cls):\n        inputs = {}\n        for n in "a":\n            inputs[n] = ("INT",)\n        return dict(required=inputs)',
    'of a helper': '@classmethod\n    def INPUT_TYPES(cls):\n        return make("a")',
  };
  for (const [what, form] of Object.entries(forms)) {
    const source = `
from functools import cache
def make(*names, kind="INT"):
    return {"required": {name: (kind,) for name in names}}
class N:
    ${form}`;
    const expected = { app_node_name: 'N', input_types: '{"required":{"a":["INT"]}}', policy };
    assert.deepEqual(await readN(source), expected, what);
  }
});

test('reads subclasses of text and containers as what they hold', async () => {
  const source = `
class Flexible(dict):
    def __init__(self, kind, data=None):
        self.kind = kind
        for key, value in (data or {}).items():
            self[key] = value
    def __contains__(self, key):
        return True
class Everything(tuple):
    pass
class Kind(str):
    def __new__(cls, text, allowed="*"):
        made = super().__new__(cls, text)
        made.allowed = allowed
        return made
class N:
    RETURN_TYPES = Everything((Kind("IMAGE", allowed="x"),))
    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {}, "optional": Flexible("*", {"a": ("INT",)})}`;
  assert.deepEqual(await readN(source), {
    app_node_name: 'N',
    input_types: '{"required":{},"optional":{"a":["INT"]}}',
    policy,
    return_types: '["IMAGE"]',
  });
});

test('reads attributes set after the class and by class decorators', async () => {
  const source = `
def describe(text):
    def decorate(cls):
        cls.DESCRIPTION = text
        return cls
    return decorate
@describe("decorated")
class N:
    RETURN_TYPES = ()
setattr(N, "CATEGORY", "set")
N.OUTPUT_IS_LIST = [True] * 2
N.FUNCTION = N.__name__.lower()`;
  assert.deepEqual(await readN(source), {
    app_node_name: 'N',
    category: 'set',
    description: 'decorated',
    function: 'n',
    output_is_list: [true, true],
    policy,
    return_types: '[]',
  });
});

test('runs what a metaclass does to its classes', async () => {
  const source = `

class Meta(type):
    def __new__(mcs, name, bases, attrs):
        attrs.setdefault("RETURN_TYPES", (attrs["TYPE"].upper(),))
        made = super().__new__(mcs, name, bases, attrs)
        made.FUNCTION = "run"
        return made
    def __init__(cls, name, bases, attrs):
        cls.CATEGORY = "meta/" + name
class N(metaclass=Meta):
    TYPE = "mask"`;
  assert.deepEqual(await readN(source), {
    app_node_name: 'N',
    category: 'meta/N',
    function: 'run',
    policy,
    return_types: '["MASK"]',
  });
});

test('reads sources with carriage returns and a byte order mark as Python does', async () => {
  const source =
    '\uFEFFclass N:\r\n    DESCRIPTION = """a\r\nb"""\r\n    CATEGORY = "c" \\\r\n        "d"\r\n';
  const expected = { app_node_name: 'N', category: 'cd', description: 'a\nb', policy };
  assert.deepEqual(await readN(source), expected);
});

test('keeps integers exact and writes Python floats', async () => {
  const source = `
class N:
    RETURN_TYPES = (0xffffffffffffffff, 2**64, 1_000, 0.1, 1e16, -3 // 2, 7 % -3, 10 / 4, round(2.5), True, None)`;
  assert.equal(
    (await readN(source)).return_types,
    '[18446744073709551615,18446744073709551616,1000,0.1,1e+16,-2,-2,2.5,2,true,null]',
  );
});

test('gives a text whose __new__ is a classmethod its class twice, as Python does', async () => {
  const { appNodes } = await extract({
    '__init__.py': `
class Any(str):
    @classmethod
    def __new__(cls, kind, *args):
        return super().__new__(kind, *args)
class N:
    CATEGORY = Any("*")
NODE_CLASS_MAPPINGS = {"N": N}`,
  });
  assert.equal(appNodes[0]?.category, '*');
});

test("does not take the host's folders for those of the package", async () => {
  const { appNodes } = await extract({
    '__init__.py': `
import folder_paths, pathlib
class N:
    @classmethod
    def INPUT_TYPES(cls):
        folder = pathlib.Path(folder_paths.get_input_directory())
        files = sorted(f.name for f in folder.iterdir() if f.is_file())
        here = pathlib.Path(__file__).parent / "data"
        return {"required": {"image": (files,), "data": (sorted(f.name for f in here.iterdir()),)}}
NODE_CLASS_MAPPINGS = {"N": N}`,
    'data/a.txt': '',
  });
  const { required } = JSON.parse(appNodes[0]?.input_types ?? '');
  assert.deepEqual(required.data, [['a.txt']]);
  assert.ok(!JSON.stringify(required.image).includes('__init__.py'), JSON.stringify(required.image));
});
