import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extract, fullAppNode, fullClass } from './support/extract.ts';

const blur = `${fullClass('Blur')}\nNODE_CLASS_MAPPINGS = {"Blur": Blur}\n`;
const sharpen = `${fullClass('Sharpen')}\nNODE_CLASS_MAPPINGS = {"Sharpen": Sharpen}\n`;
const merge = 'NODE_CLASS_MAPPINGS = {**first, **second}';

/** Ways of importing, each of which offers Blur and Sharpen from `nodes/blur.py` and `nodes/sharpen.py`. */
const roots: Record<string, string> = {
  'relative imports': `
from .nodes.blur import NODE_CLASS_MAPPINGS as first
from .nodes.sharpen import NODE_CLASS_MAPPINGS as second
${merge}`,
  'modules from a package': `
from .nodes import blur, sharpen as other
NODE_CLASS_MAPPINGS = {**blur.NODE_CLASS_MAPPINGS, **other.NODE_CLASS_MAPPINGS}`,
  'star imports': `
from .nodes.blur import *
mappings = {**NODE_CLASS_MAPPINGS}
from .nodes.sharpen import *
NODE_CLASS_MAPPINGS = {**mappings, **NODE_CLASS_MAPPINGS}`,
  'classes alone': `
from .nodes.blur import Blur
from .nodes.sharpen import Sharpen
NODE_CLASS_MAPPINGS = {"Blur": Blur, "Sharpen": Sharpen}`,
  'absolute imports with a changed path': `
import os, sys
sys.path.append(os.path.dirname(__file__))
from nodes.blur import NODE_CLASS_MAPPINGS as hosts
import parts.blur
from parts.sharpen import NODE_CLASS_MAPPINGS as second
NODE_CLASS_MAPPINGS = {**parts.blur.NODE_CLASS_MAPPINGS, **second}`,
  'absolute imports through the folder of all packages': `
from custom_nodes.my_package.nodes.blur import NODE_CLASS_MAPPINGS as first
from custom_nodes.my_package.nodes.sharpen import NODE_CLASS_MAPPINGS as second
${merge}`,
  'import_module over a list': `
import importlib
NODE_CLASS_MAPPINGS = {}
for name in ["blur", "sharpen"]:
    module = importlib.import_module(".nodes.{}".format(name), __name__)
    NODE_CLASS_MAPPINGS = {**NODE_CLASS_MAPPINGS, **module.NODE_CLASS_MAPPINGS}`,
  'import_module over os.listdir': `
import importlib, os
NODE_CLASS_MAPPINGS = {}
folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "nodes")
for file in os.listdir(folder):
    if not file.endswith(".py") or file.startswith("__"):
        continue
    module = importlib.import_module(f".nodes.{os.path.splitext(file)[0]}", package=__package__)
    NODE_CLASS_MAPPINGS.update(getattr(module, "NODE_CLASS_MAPPINGS", {}))`,
  'files from glob': `
import glob, importlib.util, os, sys
NODE_CLASS_MAPPINGS = {}
for file in glob.glob(os.path.join(os.path.dirname(__file__), "nodes", "*.py"), recursive=False):
    name = os.path.basename(file)[:-3]
    spec = importlib.util.spec_from_file_location(name, file)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    if hasattr(module, "NODE_CLASS_MAPPINGS") and getattr(module, "NODE_CLASS_MAPPINGS") is not None:
        NODE_CLASS_MAPPINGS.update(module.NODE_CLASS_MAPPINGS)`,
  'files in the folder of all packages': `
import folder_paths, importlib.util, os
NODE_CLASS_MAPPINGS = {}
nodes = os.path.join(folder_paths.get_folder_paths("custom_nodes")[0], "my-package", "nodes")
for name in ["blur", "sharpen"]:
    spec = importlib.util.spec_from_file_location(name, os.path.join(nodes, f"{name}.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    NODE_CLASS_MAPPINGS.update(module.NODE_CLASS_MAPPINGS)`,
  'files below the folder of the host': `
import folder_paths
from importlib.machinery import SourceFileLoader
from pathlib import Path
root = Path(folder_paths.base_path) / "custom_nodes" / "my-package" / "nodes"
first = SourceFileLoader("blur", str(root / "blur.py")).load_module().NODE_CLASS_MAPPINGS
again = Path(folder_paths.__file__).parent / "custom_nodes/my-package/nodes/sharpen.py"
second = SourceFileLoader("sharpen", str(again)).load_module().NODE_CLASS_MAPPINGS
${merge}`,
  'pkgutil.iter_modules': `
import importlib, pkgutil
from . import nodes
NODE_CLASS_MAPPINGS = {}
for _, name, is_package in pkgutil.iter_modules(nodes.__path__):
    NODE_CLASS_MAPPINGS |= importlib.import_module("." + name, nodes.__name__).NODE_CLASS_MAPPINGS`,
  pathlib: `
from importlib import import_module
from pathlib import Path
NODE_CLASS_MAPPINGS = {}
for path in sorted((Path(__file__).parent / "nodes").glob("*.py")):
    if path.stem != "__init__":
        NODE_CLASS_MAPPINGS.update(import_module(f"{__name__}.nodes.{path.stem}").NODE_CLASS_MAPPINGS)`,
  'os.walk': `
import importlib, os
NODE_CLASS_MAPPINGS = {}
here = os.path.dirname(__file__)
for root, folders, files in os.walk(os.path.join(here, "nodes")):
    for file in files:
        if file.endswith(".py") and file != "__init__.py":
            name = os.path.relpath(os.path.join(root, file), here)[:-3].replace(os.sep, ".")
            NODE_CLASS_MAPPINGS.update(importlib.import_module("." + name, __name__).NODE_CLASS_MAPPINGS)`,
  'folders put on sys.path': `
import os, sys
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "parts"))
import blur, sharpen
NODE_CLASS_MAPPINGS = {**blur.NODE_CLASS_MAPPINGS, **sharpen.NODE_CLASS_MAPPINGS}`,
  'import_module where find_spec finds one': `
import importlib.util
NODE_CLASS_MAPPINGS = {}
for name in (".nodes.blur", ".nodes.gone", ".nodes.sharpen"):
    if importlib.util.find_spec(name, package=__name__) is not None:
        NODE_CLASS_MAPPINGS.update(importlib.import_module(name, __name__).NODE_CLASS_MAPPINGS)`,
  'modules of which some offer nothing': `
from . import helper
from .nodes import blur, sharpen
NODE_CLASS_MAPPINGS = {}
for module in (blur, helper, sharpen):
    try:
        NODE_CLASS_MAPPINGS = {**NODE_CLASS_MAPPINGS, **module.NODE_CLASS_MAPPINGS}
    except AttributeError:
        pass`,
  'a library that loads the folder': `
from comfy_env import register_nodes
NODE_CLASS_MAPPINGS, NODE_DISPLAY_NAME_MAPPINGS = register_nodes()`,
  'a JSON file that lists them': `
import importlib, json, os
with open(os.path.join(os.path.dirname(__file__), "list.json")) as file:
    names = json.load(file)["names"]
NODE_CLASS_MAPPINGS = {}
for name in names:
    NODE_CLASS_MAPPINGS.update(importlib.import_module(f".nodes.{name}", __name__).NODE_CLASS_MAPPINGS)`,
};

for (const [what, root] of Object.entries(roots)) {
  test(`follows ${what}`, async () => {
    const { appNodes, confidence } = await extract({
      '__init__.py': root,
      'nodes/__init__.py':
        'from . import blur, sharpen\n' +
        'NODE_CLASS_MAPPINGS = {**blur.NODE_CLASS_MAPPINGS, **sharpen.NODE_CLASS_MAPPINGS}',
      'helper.py': 'def help(): pass',
      'nodes/blur.py': blur,
      'nodes/sharpen.py': sharpen,
      'parts/blur.py': blur,
      'parts/sharpen.py': sharpen,
      'list.json': '{"names": ["blur", "sharpen"]}',
    });
    assert.deepEqual(appNodes, [fullAppNode('Blur'), fullAppNode('Sharpen')]);
    assert.equal(confidence, 1);
  });
}

test('an import from the host is not taken from a file of the same name', async () => {
  const { appNodes } = await extract({
    '__init__.py': 'import nodes\nNODE_CLASS_MAPPINGS = dict(nodes.OFFERED)',
    'nodes.py': `${fullClass('Blur')}\nOFFERED = {"Blur": Blur}`,
  });
  assert.deepEqual(appNodes, []);
});

test('modules that import each other are loaded once', async () => {
  const { appNodes } = await extract({
    '__init__.py': 'from .a import NODE_CLASS_MAPPINGS',
    'a.py': `from .b import helper\n${blur}`,
    'b.py': 'from . import a\ndef helper(): return a',
  });
  assert.deepEqual(appNodes, [fullAppNode('Blur')]);
});

test('__all__ decides what a star import takes', async () => {
  const { appNodes } = await extract({
    '__init__.py':
      'from .a import *\nNODE_CLASS_MAPPINGS = {n: c for n, c in globals().items() if isinstance(c, type)}',
    'a.py': `${fullClass('Blur')}${fullClass('Sharpen')}\n__all__ = ["Sharpen"]`,
  });
  assert.deepEqual(appNodes, [fullAppNode('Sharpen')]);
});

test('a missing module is a problem and costs nothing else', async () => {
  const { appNodes, problems } = await extract({
    '__init__.py': `from ._version import version\n${blur}`,
  });
  assert.deepEqual(appNodes, [fullAppNode('Blur')]);
  assert.deepEqual(problems, [
    { file: '__init__.py', line: 1, message: 'imports ._version, which is not in the package' },
  ]);
});

test('a module that is surely missing inside try runs the handler alone', async () => {
  const { appNodes, confidence } = await extract({
    '__init__.py': `
try:
    from .gone import NODE_CLASS_MAPPINGS
except ImportError:
    from .here import NODE_CLASS_MAPPINGS`,
    'here.py': blur,
  });
  assert.deepEqual(appNodes, [fullAppNode('Blur')]);
  assert.ok(confidence < 1);
});
