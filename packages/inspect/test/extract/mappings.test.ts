import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extract, fullAppNode, fullClass } from './support/extract.ts';

const classes = fullClass('Blur') + fullClass('Sharpen');

/** Every way of building the dict, each of which offers Blur and Sharpen under these two names. */
const buildings: Record<string, string> = {
  literal: 'NODE_CLASS_MAPPINGS = {"Blur": Blur, "Sharpen": Sharpen}',
  'annotated literal': 'NODE_CLASS_MAPPINGS: dict[str, type] = {"Blur": Blur, "Sharpen": Sharpen}',
  'dict()': 'NODE_CLASS_MAPPINGS = dict(Blur=Blur, Sharpen=Sharpen)',
  'dict() of pairs': 'NODE_CLASS_MAPPINGS = dict([("Blur", Blur), ("Sharpen", Sharpen)])',
  'dict(zip())': 'NODE_CLASS_MAPPINGS = dict(zip(["Blur", "Sharpen"], [Blur, Sharpen]))',
  update:
    'NODE_CLASS_MAPPINGS = {}\nNODE_CLASS_MAPPINGS.update({"Blur": Blur})\nNODE_CLASS_MAPPINGS.update(Sharpen=Sharpen)',
  '{**a, **b}': 'a = {"Blur": Blur}\nb = {"Sharpen": Sharpen}\nNODE_CLASS_MAPPINGS = {**a, **b}',
  '|': 'NODE_CLASS_MAPPINGS = {"Blur": Blur} | {"Sharpen": Sharpen}',
  '|=': 'NODE_CLASS_MAPPINGS = {"Blur": Blur}\nNODE_CLASS_MAPPINGS |= {"Sharpen": Sharpen}',
  'a read-only view':
    'from types import MappingProxyType\nm = {"Blur": Blur}\nNODE_CLASS_MAPPINGS = MappingProxyType(m)\nm["Sharpen"] = Sharpen',
  'item assignment':
    'NODE_CLASS_MAPPINGS = {}\nNODE_CLASS_MAPPINGS["Blur"] = Blur\nNODE_CLASS_MAPPINGS["Sharpen"] = Sharpen',
  setdefault: 'NODE_CLASS_MAPPINGS = {"Blur": Blur}\nNODE_CLASS_MAPPINGS.setdefault("Sharpen", Sharpen)',
  'comprehension over classes': 'NODE_CLASS_MAPPINGS = {c.__name__: c for c in [Blur, Sharpen]}',
  'comprehension over globals': `
NODE_CLASS_MAPPINGS = {k: v for k, v in globals().items() if isinstance(v, type) and hasattr(v, "INPUT_TYPES")}`,
  'loop over getmembers': `
import inspect, sys
NODE_CLASS_MAPPINGS = {}
for name, value in inspect.getmembers(sys.modules[__name__], inspect.isclass):
    NODE_CLASS_MAPPINGS[name] = value`,
  'loop over dir and getattr': `
import sys
this = sys.modules[__name__]
NODE_CLASS_MAPPINGS = {}
for name in dir(this):
    value = getattr(this, name)
    if isinstance(value, type):
        NODE_CLASS_MAPPINGS[name] = value`,
  'setattr on the module': `
import sys
setattr(sys.modules[__name__], "NODE_CLASS_MAPPINGS", {"Blur": Blur, "Sharpen": Sharpen})`,
  'globals() assignment': 'globals()["NODE_CLASS_MAPPINGS"] = {"Blur": Blur, "Sharpen": Sharpen}',
  'global in a function': `
def build():
    global NODE_CLASS_MAPPINGS
    NODE_CLASS_MAPPINGS = {"Blur": Blur, "Sharpen": Sharpen}
build()`,
  'a function that returns it': `
def build(*classes, **extra):
    found = {c.__name__: c for c in classes}
    found.update(extra)
    return found
NODE_CLASS_MAPPINGS = build(Blur, Sharpen=Sharpen)`,
  'constants as keys':
    'FIRST = "Blur"\nclass Names:\n    SECOND = "Sharpen"\nNODE_CLASS_MAPPINGS = {FIRST: Blur, Names.SECOND: Sharpen}',
  'class attributes as keys': `
Blur.NAME = "Blur"
Sharpen.NAME = "Sharpen"
NODE_CLASS_MAPPINGS = {c.NAME: c for c in (Blur, Sharpen)}`,
  'f-strings and prefixes':
    'P = "Sh"\nNODE_CLASS_MAPPINGS = {f"{\'blur\'.title()}": Blur, P + "{}".format("arpen"): Sharpen}',
  'percent format': 'NODE_CLASS_MAPPINGS = {"%slur" % "B": Blur, "%(a)s" % {"a": "Sharpen"}: Sharpen}',
  'regular expression': `
import re
NODE_CLASS_MAPPINGS = {re.sub(r"([A-Z])", r"\\1", c.__name__): c for c in (Blur, Sharpen)}`,
  'enum as keys':
    'from enum import Enum\nclass N(str, Enum):\n    A = "Blur"\n    B = "Sharpen"\nNODE_CLASS_MAPPINGS = {N.A: Blur, N.B.value: Sharpen}',
  'per-class dicts merged in a loop': `
NODE_CLASS_MAPPINGS = {}
for part in [{"Blur": Blur}, {"Sharpen": Sharpen}]:
    NODE_CLASS_MAPPINGS.update(part)`,
  'a while loop': `
rest = [Blur, Sharpen]
NODE_CLASS_MAPPINGS = {}
while rest:
    c = rest.pop(0)
    NODE_CLASS_MAPPINGS[c.__name__] = c`,
  'a generator': `
def offered():
    yield "Blur", Blur
    yield from [("Sharpen", Sharpen)]
NODE_CLASS_MAPPINGS = dict(offered())`,
  'a registry object': `
class Registry:
    def __init__(self):
        self.found = {}
    def add(self, name, value):
        self.found[name] = value
        return self
registry = Registry().add("Blur", Blur)
registry.add("Sharpen", value=Sharpen)
NODE_CLASS_MAPPINGS = registry.found`,
  'a dict subclass': `
class Registry(dict):
    def add(self, value):
        self[value.__name__] = value
NODE_CLASS_MAPPINGS = Registry()
NODE_CLASS_MAPPINGS.add(Blur)
NODE_CLASS_MAPPINGS.add(Sharpen)`,
  "the host's own table":
    'import nodes\nnodes.NODE_CLASS_MAPPINGS["Blur"] = Blur\nnodes.NODE_CLASS_MAPPINGS.update({"Sharpen": Sharpen})',
};

for (const [what, building] of Object.entries(buildings)) {
  test(`finds the mappings built by ${what}`, async () => {
    const { status, appNodes, confidence, problems } = await extract({
      '__init__.py': `${classes}\n${building}\n`,
    });
    assert.deepEqual(appNodes, [fullAppNode('Blur'), fullAppNode('Sharpen')]);
    assert.deepEqual({ status, confidence, problems }, { status: 'success', confidence: 1, problems: [] });
  });
}

/** Decorators and hooks that register as classes are defined. */
const registrations: Record<string, string> = {
  'a register decorator': `
NODE_CLASS_MAPPINGS = {}
def register(cls):
    NODE_CLASS_MAPPINGS[cls.__name__] = cls
    return cls
@register`,
  'a decorator with a name': `
NODE_CLASS_MAPPINGS = {}
def register(name=None):
    def decorate(cls):
        nonlocal name
        if name is None:
            name = cls.__name__
        NODE_CLASS_MAPPINGS[name] = cls
        return cls
    return decorate
@register()`,
  'a decorator of a registry object': `
class Registry:
    def __init__(self, prefix=""):
        self.prefix, self.found = prefix, {}
    def __call__(self, cls):
        self.found[self.prefix + cls.__name__] = cls
        return cls
register = Registry()
NODE_CLASS_MAPPINGS = register.found
@register`,
};

for (const [what, opening] of Object.entries(registrations)) {
  test(`finds a class registered by ${what}`, async () => {
    const { appNodes } = await extract({ '__init__.py': opening + fullClass('Blur') });
    assert.deepEqual(appNodes, [fullAppNode('Blur')]);
  });
}

test('finds classes registered as they subclass a base', async () => {
  const { appNodes } = await extract({
    '__init__.py': `
NODE_CLASS_MAPPINGS = {}
class Base:
    def __init_subclass__(cls, **options):
        NODE_CLASS_MAPPINGS[cls.__name__] = cls
${fullClass('Blur').replace('class Blur:', 'class Blur(Base):')}`,
  });
  assert.deepEqual(appNodes, [fullAppNode('Blur')]);
});

test('finds classes by their base and by type()', async () => {
  const { appNodes } = await extract({
    '__init__.py': `
${fullClass('Blur')}
Sharpen = type("Sharpen", (Blur,), {"CATEGORY": "filters/Sharpen", "DESCRIPTION": "What Sharpen does."})
NODE_CLASS_MAPPINGS = {c.__name__: c for c in Blur.__subclasses__()}`,
  });
  assert.deepEqual(appNodes, [fullAppNode('Sharpen')]);
});

test('keeps the order of the mappings and the last class of a name', async () => {
  const { appNodes } = await extract({
    '__init__.py': `${classes}\nNODE_CLASS_MAPPINGS = {"b": Blur, "a": Blur}\nNODE_CLASS_MAPPINGS["b"] = Sharpen`,
  });
  assert.deepEqual(appNodes, [fullAppNode('Sharpen', 'b'), fullAppNode('Blur', 'a')]);
});

for (const write of [
  'NODE_CLASS_MAPPINGS.setdefault(name, made)',
  'NODE_CLASS_MAPPINGS.update([(name, made)])',
  'NODE_CLASS_MAPPINGS[name] = made',
]) {
  test(`does not call complete what ${write} adds under an unknown name`, async () => {
    const { appNodes, confidence } = await extract({
      '__init__.py': `
import elsewhere
${fullClass('Blur')}
NODE_CLASS_MAPPINGS = {"Blur": Blur}
for name, made in elsewhere.load().items():
    ${write}`,
    });
    assert.deepEqual(appNodes, [fullAppNode('Blur')]);
    assert.equal(confidence, 0.5);
  });
}
