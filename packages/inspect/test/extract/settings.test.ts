import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extract, fullAppNode, fullClass } from './support/extract.ts';

const ini =
  '[default]\n; of the detector\nskip = no\nsize: 12\nscale=0.5\nlong = a\n  b\n[DEFAULT]\nmode=Fast\n';

/** What `VALUE` comes to, as JSON, in a package that ships `shipped.ini` and `shipped.json`. */
const evaluate = async (source: string): Promise<unknown> => {
  const { appNodes } = await extract({
    'shipped.ini': ini,
    'shipped.json': '{"skip": false}',
    '__init__.py': `
import configparser, json, os, shutil, chance
from pathlib import Path
here = os.path.dirname(__file__)
shipped, absent = os.path.join(here, "shipped.ini"), os.path.join(here, "absent.ini")
config = configparser.ConfigParser()
${source}
class N:
    RETURN_TYPES = (VALUE,)
NODE_CLASS_MAPPINGS = {"N": N}`,
  });
  const [value] = JSON.parse(appNodes[0]?.return_types ?? '[]') as unknown[];
  return value;
};

const attempt = (statement: string, handler = 'except Exception:\n    VALUE = "default"') =>
  `try:\n    ${statement}\n${handler}`;

/** Sources, and what Python leaves in `VALUE` on a new host. */
const known: Record<string, [source: string, value: unknown]> = {
  'a section of an absent file': [
    `config.read(absent)\n${attempt('VALUE = config["default"]["a"]')}`,
    'default',
  ],
  'an option of an absent file': [attempt('config.read(absent); VALUE = config.get("a", "b")'), 'default'],
  'the fallbacks of an absent file': [
    'VALUE = [config.read(absent), config.get("a", "b", fallback="c"), config.getboolean("a", "b", fallback=True), config.has_section("a"), config.has_option("a", "b"), config.sections()]',
    [[], 'c', true, false, false, []],
  ],
  'a shipped file': [
    'config.read([absent, shipped])\nd = config["default"]\nVALUE = [d["skip"], d.getboolean("skip"), d.getint("size"), d.getfloat("scale"), d["LONG"], d.get("mode"), d.get("no", "c"), "no" in d, config.sections()]',
    ['no', false, 12, 0.5, 'a\nb', 'Fast', 'c', false, ['default']],
  ],
  'sections that the package sets': [
    'config["default"] = {"a": "b"}\nconfig.add_section("c")\nVALUE = [config["default"]["a"], config.get("default", "a"), config.sections()]',
    ['b', 'b', ['default', 'c']],
  ],
  'an absent JSON file': [attempt('VALUE = json.load(open(here + "/absent.json"))["skip"]'), 'default'],
  'an absent file in a with': [attempt('with open(absent) as file:\n        VALUE = file.read()'), 'default'],
  'the text of an absent path': [
    attempt('VALUE = (Path(__file__).parent / "absent.txt").read_text()'),
    'default',
  ],
  'a shipped JSON file': [attempt('VALUE = json.load(open(here + "/shipped.json"))["skip"]'), false],
  'a function that opens an absent file': [
    `def load():\n    with open(absent) as file:\n        return file.read()\n${attempt('VALUE = load()')}`,
    'default',
  ],
  'what a try did before it raised': [
    `VALUE = ["a"]\n${attempt('VALUE.append("b"); open(absent); VALUE.append("c")', 'except OSError:\n    VALUE.append("d")')}`,
    ['a', 'b', 'd'],
  ],
  'os.getenv': [
    'VALUE = [os.getenv("A"), os.getenv("A", "b"), os.getenv("A", default="c")]',
    [null, 'b', 'c'],
  ],
  'os.environ': [
    `VALUE = [os.environ.get("A", "b"), "A" in os.environ, bool(os.getenv("A"))]`,
    ['b', false, false],
  ],
  'an unset variable by its key': [
    attempt('VALUE = os.environ["A"]', 'except KeyError:\n    VALUE = "unset"'),
    'unset',
  ],
  'a variable that the package sets': [
    'os.environ["A"] = "1"\nos.environ.setdefault("B", "2")\nVALUE = [os.getenv("A"), os.environ["B"]]',
    ['1', '2'],
  ],
};

for (const [what, [source, value]] of Object.entries(known)) {
  test(`reads ${what}`, async () => {
    assert.deepEqual(await evaluate(source), value);
  });
}

/** What depends on the machine, or on what the package does before. */
const unknown: Record<string, string> = {
  'a variable that systems set': 'VALUE = os.environ.get("HOME", "b")',
  'a file that the package writes first': `
if not os.path.exists(absent):
    with open(absent, "w") as file:
        config.write(file)
config.read(absent)
${attempt('VALUE = config["default"]["a"]')}`,
  'a file that the package copies first': `shutil.copyfile(shipped, absent)\n${attempt('VALUE = open(absent).read()')}`,
  'a file that something outside may write first': `chance.download(absent)\n${attempt('VALUE = open(absent).read()')}`,
  'a file elsewhere': attempt('VALUE = open("/etc/settings").read()'),
  'settings from an unknown path': `config.read(chance.path())\n${attempt('VALUE = config["default"]["a"]')}`,
  'settings that refer to each other': 'config.read_string("[a]\\nb = %(c)s")\nVALUE = config["a"]["b"]',
  'an absent file that nothing catches': 'VALUE = open(absent).read()',
  'a choice of which one side raises': attempt('VALUE = os.environ["A"] if chance.now() else "b"'),
  'a test that may not be reached': `
VALUE = "a"
try:
    if chance.now():
        VALUE = "b"
    elif os.environ["A"]:
        VALUE = "c"
except KeyError:
    VALUE = "d"`,
};

for (const [what, source] of Object.entries(unknown)) {
  test(`does not guess ${what}`, async () => {
    assert.match(JSON.stringify(await evaluate(source)), /\$dynamic/);
  });
}

test('a part that needs an unset variable costs the others nothing', async () => {
  const { appNodes } = await extract({
    '__init__.py': `
import os
${fullClass('Blur')}${fullClass('Sharpen')}
NODE_CLASS_MAPPINGS = {}
try:
    NODE_CLASS_MAPPINGS["Blur"] = Blur
    key = os.environ["API_KEY"]
    NODE_CLASS_MAPPINGS["Sharpen"] = Sharpen
except KeyError:
    pass`,
  });
  assert.deepEqual(appNodes, [fullAppNode('Blur')]);
});
