import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Extraction } from '../../src/extract/extraction.ts';
import { extract, fullAppNode, fullClass } from './support/extract.ts';

const classes = `import chance\n${fullClass('Blur')}${fullClass('Sharpen')}`;
const policy = 'AppNodePolicyActive';

/** The return types of a class whose `TYPES` the source leaves behind; `chance` is what nobody can know. */
const readTypes = async (source: string): Promise<{ types: unknown; confidence: number }> => {
  const { appNodes, confidence } = await extract({
    '__init__.py': `import chance\n${source}\nclass N:\n    RETURN_TYPES = TYPES\nNODE_CLASS_MAPPINGS = {"N": N}`,
  });
  return { types: JSON.parse(appNodes[0]?.return_types ?? 'null'), confidence };
};

const dynamic = (source: string) => ({ $dynamic: source });

/** Each leaves in `TYPES` what either branch may have left there. */
const undecided: Record<string, [source: string, types: unknown]> = {
  'a global set in the branches of a function': [
    `
KIND = "A"
def choose():
    global KIND
    if chance.get("X"):
        KIND = "B"
    else:
        KIND = "C"
choose()
TYPES = (KIND, "D")`,
    [dynamic('KIND'), 'D'],
  ],
  'a global set in an except': [
    `
KIND = "A"
def choose():
    global KIND
    try:
        import missing_library
        KIND = "B"
    except ImportError:
        KIND = "C"
choose()
TYPES = (KIND, "D")`,
    [dynamic('KIND'), 'D'],
  ],
  'a global set in a branch that returns': [
    `
KIND = "A"
def choose():
    global KIND
    if chance.get("X"):
        KIND = "B"
        return
choose()
TYPES = (KIND, "D")`,
    [dynamic('KIND'), 'D'],
  ],
  'a nonlocal set in a branch': [
    `
def outer():
    kind = "A"
    def inner():
        nonlocal kind
        if chance.get("X"):
            kind = "B"
    inner()
    return (kind, "D")
TYPES = outer()`,
    [dynamic('kind'), 'D'],
  ],
  'a list appended to in a branch': [
    `
TYPES = ["A"]
if chance.get("X"):
    TYPES.append("B")`,
    ['A', dynamic("'B'")],
  ],
  'a list extended in one branch and in the other': [
    `
TYPES = ["A"]
if chance.get("X"):
    TYPES += ["B"]
else:
    TYPES.extend(["C"])`,
    ['A', dynamic("'B' or 'C'")],
  ],
  'a list changed by a function that a branch calls': [
    `
TYPES = ["A"]
def grow(kind):
    TYPES.insert(0, kind)
if chance.get("X"):
    grow("B")`,
    [dynamic("'B'"), 'A'],
  ],
  'a list changed in a branch that returns': [
    `
def make():
    types = ["A"]
    if chance.get("X"):
        types.append("B")
        return types
    return types
TYPES = make()`,
    ['A', dynamic("'B'")],
  ],
  'an item deleted in a branch': [
    `
TYPES = ["A", "B", "C"]
if chance.get("X"):
    del TYPES[1]`,
    ['A', dynamic("'B'"), 'C'],
  ],
  'an item replaced in a branch': [
    `
TYPES = ["A", "B"]
if chance.get("X"):
    TYPES[1] = "C"`,
    ['A', dynamic("'C' or 'B'")],
  ],
  'a name set to a longer list in a branch': [
    `
TYPES = ["A"]
if chance.get("X"):
    TYPES = ["A", "B"]`,
    ['A', dynamic("'B'")],
  ],
  'items picked by an undecidable filter': [
    'TYPES = ["A", *[kind for kind in ("B", "C") if chance.get(kind)]]',
    ['A', dynamic("'B'"), dynamic("'C'")],
  ],
  'a dict item set in a branch': [
    `
KINDS = {"a": "A"}
if chance.get("X"):
    KINDS["a"] = "B"
TYPES = (KINDS["a"], "D")`,
    [dynamic("'a'"), 'D'],
  ],
  'an attribute set in a branch': [
    `
class Kinds:
    KIND = "A"
if chance.get("X"):
    Kinds.KIND = "B"
TYPES = (Kinds.KIND, "D")`,
    [dynamic('KIND'), 'D'],
  ],
  'a set added to in a branch': [
    `
KINDS = {"A"}
if chance.get("X"):
    KINDS.add("B")
TYPES = [*KINDS]`,
    ['A', dynamic("'B'")],
  ],
  'a flag that a branch turns off': [
    `
FLAG = True
if chance.get("X"):
    FLAG = False
TYPES = ["A"]
if FLAG:
    TYPES.append("B")`,
    ['A', dynamic("'B'")],
  ],
  'a flag that a loop over unknown items turns off': [
    `
FLAG = True
for item in chance.get("X"):
    if item == "no":
        FLAG = False
TYPES = (FLAG, "A")`,
    [dynamic('FLAG'), 'A'],
  ],
  'a count that a branch sets to nothing': [
    'COUNT = 2\nif chance.get("X"):\n    COUNT = 0\nTYPES = (COUNT, "A")',
    [dynamic('COUNT'), 'A'],
  ],
  'a text that a branch empties': [
    'KIND = "B"\nif chance.get("X"):\n    KIND = ""\nTYPES = (KIND, "A")',
    [dynamic('KIND'), 'A'],
  ],
  'what is taken out under an unknown key': [
    'KINDS = {"A": "A"}\nKINDS.pop(chance.get("X"))\nTYPES = [KINDS["A"] if "A" in KINDS else "B"]',
    [dynamic('KINDS["A"] if "A" in KINDS else "B"')],
  ],
  'the keys of a dict filled under unknown names': [
    `
KINDS = {"A": 1}
for name in chance.get("X"):
    KINDS[name] = 1
TYPES = list(KINDS)`,
    ['A', dynamic('*name')],
  ],
  'what a table holds that may not have been read': [
    `
import json
def load():
    try:
        return json.loads(chance.get("X"))
    except ValueError:
        return {}
TYPES = ["A"] + list(load().keys())`,
    ['A', dynamic('*json.loads(chance.get("X"))')],
  ],
  'a length that a branch may change': [
    `
KINDS = ["A"]
if chance.get("X"):
    KINDS.append("B")
TYPES = ("A",) * len(KINDS) if len(KINDS) > 1 else ("B", "C", "D")`,
    dynamic('("A",) * len(KINDS) if len(KINDS) > 1 else ("B", "C", "D")'),
  ],
};

for (const [what, [source, types]] of Object.entries(undecided)) {
  test(`does not guess ${what}`, async () => {
    const read = await readTypes(source);
    assert.deepEqual(read.types, types);
    assert.ok(read.confidence < 0.97, `confidence ${read.confidence}`);
  });
}

/** Each leaves `["A", "B"]` in `TYPES`, for certain. */
const decided: Record<string, string> = {
  'del of an item': 'TYPES = ["A", "X", "B"]\ndel TYPES[1]',
  'del of the last item': 'TYPES = ["A", "B", "X"]\ndel TYPES[-1]',
  'del of a slice': 'TYPES = ["A", "X", "Y", "B"]\ndel TYPES[1:3]',
  'del of a stepped slice': 'TYPES = ["X", "A", "Y", "B"]\ndel TYPES[::2]',
  'assignment to a slice': 'TYPES = ["X", "Y", "Z"]\nTYPES[:] = ["A", "B"]',
  'assignment into a slice': 'TYPES = ["A", "X", "Y"]\nTYPES[1:] = ("B",)',
  'insertion by a slice': 'TYPES = ["B"]\nTYPES[0:0] = ["A"]',
  'assignment to a stepped slice': 'TYPES = ["X", "Y"]\nTYPES[::1] = ["A", "B"]\nTYPES[::2] = ["A"]',
  'del of a dict item': 'KINDS = {"A": 1, "X": 2, "B": 3}\ndel KINDS["X"]\nTYPES = list(KINDS)',
  'del of an attribute':
    'class K:\n    X = "X"\nclass L(K):\n    X = "Y"\ndel L.X\nTYPES = ["A", "B"] if L.X == "X" else []',
  'the same in both branches':
    'TYPES = ["A"]\nif chance.get("X"):\n    TYPES.append("B")\nelse:\n    TYPES.append("B")',
  'what a try adds that cannot fail':
    'TYPES = ["A"]\ntry:\n    kind = "B"\nexcept Exception:\n    kind = "C"\nTYPES.append(kind)',
  'what a list holds that a branch made for itself':
    'TYPES = ["A", "B"]\nif chance.get("X"):\n    other = []\n    other.append(1)',
};

for (const [what, source] of Object.entries(decided)) {
  test(`follows ${what}`, async () => {
    assert.deepEqual(await readTypes(source), { types: ['A', 'B'], confidence: 1 });
  });
}

/** Each surely offers Blur, and perhaps Sharpen. */
const offers: Record<string, string> = {
  'a list filled in a branch': `
OFFERED = [Blur]
if chance.get("X"):
    OFFERED.append(Sharpen)
NODE_CLASS_MAPPINGS = {c.__name__: c for c in OFFERED}`,
  'a loop over such a list': `
OFFERED = [Blur]
if chance.get("X"):
    OFFERED.append(Sharpen)
NODE_CLASS_MAPPINGS = {}
for position, each in enumerate(OFFERED):
    NODE_CLASS_MAPPINGS[each.__name__] = each`,
  'a loop over a dict filled in a branch': `
OFFERED = {"Blur": Blur}
if chance.get("X"):
    OFFERED["Sharpen"] = Sharpen
NODE_CLASS_MAPPINGS = {}
for name, each in OFFERED.items():
    NODE_CLASS_MAPPINGS[name] = each`,
  'globals written in a branch': `
NODE_CLASS_MAPPINGS = {"Blur": Blur}
if chance.get("X"):
    globals()["MORE"] = {"Sharpen": Sharpen}
else:
    MORE = {}
NODE_CLASS_MAPPINGS.update(MORE)`,
  'an item deleted in a branch': `
NODE_CLASS_MAPPINGS = {"Blur": Blur, "Sharpen": Sharpen}
if chance.get("X"):
    del NODE_CLASS_MAPPINGS["Sharpen"]`,
  'an entry point that lists in a branch': `
class Extension:
    def get_node_list(self):
        nodes = [Blur]
        if chance.get("X"):
            nodes.append(Sharpen)
        return nodes
Blur.GET_SCHEMA = staticmethod(lambda: Blur)
Blur.node_id = "Blur"
Sharpen.GET_SCHEMA = staticmethod(lambda: Sharpen)
Sharpen.node_id = "Sharpen"
def comfy_entrypoint():
    return Extension()`,
};

for (const [what, source] of Object.entries(offers)) {
  test(`counts as uncertain what is offered by ${what}`, async () => {
    const found: Extraction = await extract({ '__init__.py': classes + source });
    assert.deepEqual(found.appNodes, [fullAppNode('Blur'), fullAppNode('Sharpen')]);
    assert.equal(found.confidence, 0.75);
  });
}

test('an input that a branch adds is shown and lowers confidence', async () => {
  const { appNodes, confidence } = await extract({
    '__init__.py': `
import chance
class N:
    @classmethod
    def INPUT_TYPES(cls):
        types = {"required": {"a": ("INT",)}}
        if chance.get("X"):
            types["required"]["b"] = ("INT",)
        return types
NODE_CLASS_MAPPINGS = {"N": N}`,
  });
  const input_types = '{"required":{"a":["INT"],"b":["INT"]}}';
  assert.deepEqual(appNodes, [{ app_node_name: 'N', input_types, policy }]);
  assert.equal(confidence, 0.5);
});

test('a module first imported in a branch keeps what it defines', async () => {
  const { appNodes } = await extract({
    '__init__.py': `
import chance
if chance.get("X"):
    from .part import NODE_CLASS_MAPPINGS
from . import part
NODE_CLASS_MAPPINGS = part.NODE_CLASS_MAPPINGS`,
    'part.py': `${fullClass('Blur')}\nOFFERED = [Blur]\nNODE_CLASS_MAPPINGS = {"Blur": OFFERED[0]}`,
  });
  assert.deepEqual(appNodes, [fullAppNode('Blur')]);
});
