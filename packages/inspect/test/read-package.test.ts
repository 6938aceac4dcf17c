import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_LIMITS } from '../src/archive/archive-limits.ts';
import { type PackageReading, readPackage } from '../src/read-package.ts';
import { saveArchive } from './support/package-fixtures.ts';
import { writeZip } from './support/write-zip.ts';

const read = async (files: Record<string, string>): Promise<PackageReading> => {
  await using saved = await saveArchive(
    await writeZip({ 'pyproject.toml': '[project]\nname = "pack"\nversion = "1.0.0"\n', ...files }),
  );
  return await readPackage(saved.path, {
    nodeId: 'pack',
    version: '1.0.0',
    looseVersions: false,
    limits: DEFAULT_LIMITS,
  });
};

/** What one package does so that the next is read differently, and how the next would show it. */
const channels: Record<string, { leaves: string; finds: string }> = {
  'a module that it adds': {
    leaves: 'import sys, types\nm = types.ModuleType("left")\nm.name = "Left"\nsys.modules["left"] = m\n',
    finds: 'import sys\nname = getattr(sys.modules.get("left"), "name", "Own")\n',
  },
  'a module of the library that it changes': {
    leaves: 'import json, os\njson.left = "Left"\nos.environ["LEFT"] = "Left"\n',
    finds: 'import json, os\nname = getattr(json, "left", os.environ.get("LEFT", "Own"))\n',
  },
  'a built-in function that it replaces': {
    leaves: 'import builtins\nbuiltins.str = lambda value: "Left"\nbuiltins.left = "Left"\n',
    finds: 'import builtins\nname = getattr(builtins, "left", str("Own"))\n',
  },
  'the class of open files': {
    leaves: 'type(open(__file__)).left = "Left"\nopen(__file__).__class__.left = "Left"\n',
    finds: 'name = getattr(type(open(__file__)), "left", "Own")\n',
  },
  'the class of a reader of tables': {
    leaves: 'import csv\ntype(csv.reader(["a"])).left = "Left"\ncsv.reader(["a"]).__class__.left = "Left"\n',
    finds: 'import csv\nname = getattr(csv.reader(["a"]), "left", "Own")\n',
  },
  'the classes of the host': {
    leaves: 'import nodes, folder_paths\nnodes.left = "Left"\nnodes.NODE_CLASS_MAPPINGS["Left"] = 1\n',
    finds:
      'import nodes\nname = "Left" if "Left" in nodes.NODE_CLASS_MAPPINGS else getattr(nodes, "left", "Own")\n',
  },
  'a table with the same text': {
    leaves: 'import yaml\ntable = yaml.safe_load("name: Own")\ntable["name"] = "Left"\n',
    finds: 'import yaml\nname = yaml.safe_load("name: Own")["name"]\n',
  },
  'a class of the library of enumerations and paths': {
    leaves: 'import enum, pathlib\nenum.Enum.left = "Left"\npathlib.Path.left = "Left"\n',
    finds: 'import enum, pathlib\nname = getattr(enum.Enum, "left", getattr(pathlib.Path, "left", "Own"))\n',
  },
  'source that the parser fails on': {
    leaves: `${'('.repeat(5_000)}${'if x:\n '.repeat(200)}"""`,
    finds: 'name = "Own"\n',
  },
};

/** What the library gives a package whose class is the same for all packages. */
const shared: Readonly<Record<string, string>> = {
  Match: 're.match("a", "a")',
  Pattern: 're.compile("a")',
  Parameter: 'inspect.signature(lambda a: a).parameters["a"]',
  Signature: 'inspect.signature(lambda a: a)',
  Field: 'dataclasses.field()',
  ModuleSpec: 'importlib.util.spec_from_file_location("a", __file__)',
  SourceFileLoader: 'importlib.util.spec_from_file_location("a", __file__).loader',
  DirEntry: 'list(os.scandir(os.path.dirname(__file__)))[0]',
};
const imports = 'import dataclasses, importlib.util, inspect, os, re\n';
for (const [name, value] of Object.entries(shared)) {
  channels[`the class ${name}`] = {
    leaves: `${imports}(${value}).__class__.left = "Left"\n`,
    finds: `${imports}name = getattr(${value}, "left", "Own")\n`,
  };
}

const definition = [
  'class Node:',
  '    CATEGORY = "test"',
  '    FUNCTION = "run"',
  '    RETURN_TYPES = (name,)',
  '    @classmethod',
  '    def INPUT_TYPES(cls):',
  '        return {"required": {}}',
  'NODE_CLASS_MAPPINGS = {"Node": Node}',
  '',
].join('\n');

describe('a package', () => {
  for (const [what, { leaves, finds }] of Object.entries(channels)) {
    it(`leaves nothing for the next: ${what}`, async () => {
      const next = { '__init__.py': finds + definition, 'README.md': '# Next\n' };
      const alone = await read(next);
      assert.equal(alone.fault, undefined);
      await read({ '__init__.py': leaves, 'next.py': finds + definition });
      assert.deepEqual(await read(next), alone);
    });
  }

  it('is known to have no fault before its findings are known', async () => {
    const order: string[] = [];
    await using saved = await saveArchive(await writeZip({ '__init__.py': definition }));
    const published = { nodeId: 'pack', version: '1.0.0', looseVersions: false, limits: DEFAULT_LIMITS };
    const reading = await readPackage(saved.path, published, () => order.push('sound'));
    order.push('read');
    assert.deepEqual([order, reading.fault], [['sound', 'read'], undefined]);
    const mismatched = await readPackage(
      saved.path,
      { ...published, limits: { ...DEFAULT_LIMITS, entriesMax: 0 } },
      () => order.push('sound again'),
    );
    assert.equal(mismatched.fault?.kind, 'invalid');
    assert.deepEqual(order, ['sound', 'read']);
  });
});
