import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extract, fullAppNode, fullClass } from './support/extract.ts';

test('marks what only the host can know, and nothing around it', async () => {
  const { appNodes, confidence, status } = await extract({
    '__init__.py': `
import folder_paths
from nodes import LATEST_RESOLUTION, LatestSampler
class N(LatestSampler):
    CATEGORY = folder_paths.base_path
    FUNCTION = "run"
    RETURN_NAMES = ("a", *LatestSampler.NAMES)
    @classmethod
    def INPUT_TYPES(s):
        return {
            "required": {
                "model": (folder_paths.get_filename_list("loras"), {"tooltip": "which"}),
                "width": ("INT", {"default": 64, "max": LATEST_RESOLUTION}),
                **s.more(),
            },
        }
NODE_CLASS_MAPPINGS = {"N": N}`,
  });
  assert.deepEqual(
    appNodes,
    [
      {
        app_node_name: 'N',
        description: undefined,
        function: 'run',
        input_types:
          '{"required":{"model":[{"$dynamic":"folder_paths.get_filename_list(\\"loras\\")"},{"tooltip":"which"}],' +
          '"width":["INT",{"default":64,"max":{"$dynamic":"nodes.LATEST_RESOLUTION"}}],"$dynamic":"s.more()"}}',
        policy: 'AppNodePolicyActive',
        return_names: '["a",{"$dynamic":"*LatestSampler.NAMES"}]',
        return_types: '{"$dynamic":"nodes.LatestSampler.RETURN_TYPES"}',
      },
    ].map(({ description: _, ...rest }) => rest),
  );
  assert.equal(status, 'success');
  assert.ok(confidence > 0 && confidence < 0.7, `confidence ${confidence}`);
});

test('takes both arms of a condition it cannot decide, as uncertain', async () => {
  const source = `
import torch
${fullClass('Blur')}${fullClass('Sharpen')}
if torch.cuda.is_available():
    NODE_CLASS_MAPPINGS = {"Blur": Blur}
else:
    NODE_CLASS_MAPPINGS = {"Sharpen": Sharpen}`;
  const { appNodes, confidence } = await extract({ '__init__.py': source });
  assert.deepEqual(appNodes, [fullAppNode('Blur'), fullAppNode('Sharpen')]);
  assert.equal(confidence, 0.5);
});

test('takes one arm of a condition it can decide', async () => {
  const source = `
from typing import TYPE_CHECKING
${fullClass('Blur')}${fullClass('Sharpen')}
DEBUG = False
NODE_CLASS_MAPPINGS = {"Blur": Blur}
if DEBUG or TYPE_CHECKING or __name__ == "__main__":
    NODE_CLASS_MAPPINGS["Sharpen"] = Sharpen`;
  const { appNodes, confidence } = await extract({ '__init__.py': source });
  assert.deepEqual(appNodes, [fullAppNode('Blur')]);
  assert.equal(confidence, 1);
});

test('counts optional parts in try/except ImportError as present', async () => {
  const source = `
${fullClass('Blur')}${fullClass('Sharpen')}
NODE_CLASS_MAPPINGS = {"Blur": Blur}
try:
    import xformers
    HAS_IT = True
    NODE_CLASS_MAPPINGS["Sharpen"] = Sharpen
except ImportError:
    HAS_IT = False
    Sharpen = None
if HAS_IT:
    NODE_CLASS_MAPPINGS["Again"] = Sharpen`;
  const { appNodes } = await extract({ '__init__.py': source });
  assert.deepEqual(appNodes, [fullAppNode('Blur'), fullAppNode('Sharpen'), fullAppNode('Sharpen', 'Again')]);
});

test('does not guess a value that two arms set differently', async () => {
  const source = `
import chance
if chance.get("X"):
    NAME = "a"
else:
    NAME = "b"
class N:
    RETURN_TYPES = (NAME, "IMAGE" if chance else "MASK")
NODE_CLASS_MAPPINGS = {"N": N}`;
  const { appNodes } = await extract({ '__init__.py': source });
  assert.deepEqual(appNodes, [
    {
      app_node_name: 'N',
      policy: 'AppNodePolicyActive',
      return_types: '[{"$dynamic":"NAME"},{"$dynamic":"\\"IMAGE\\" if chance else \\"MASK\\""}]',
    },
  ]);
});

test('does not pretend to know the name of the folder it is installed in, or where the host is', async () => {
  const source = `
import folder_paths, os
class N:
    CATEGORY = os.path.basename(os.path.dirname(__file__))
    RETURN_TYPES = (f"{__name__}.T", os.path.join(folder_paths.base_path, "models"))
NODE_CLASS_MAPPINGS = {"N": N}`;
  const { appNodes } = await extract({ '__init__.py': source });
  assert.deepEqual(appNodes, [
    {
      app_node_name: 'N',
      policy: 'AppNodePolicyActive',
      return_types: '[{"$dynamic":"<package>.T"},{"$dynamic":"<host>/models"}]',
    },
  ]);
});

test('says so when the mappings hold more than can be read', async () => {
  const { appNodes, problems, status, confidence } = await extract({
    '__init__.py': `
from elsewhere import more
${fullClass('Blur')}
NODE_CLASS_MAPPINGS = {"Blur": Blur, **more()}`,
  });
  assert.deepEqual(appNodes, [fullAppNode('Blur')]);
  assert.deepEqual({ status, confidence }, { status: 'success', confidence: 0.5 });
  assert.deepEqual(problems, [
    { file: '__init__.py', line: 0, message: 'may hold more definitions than could be read: more()' },
  ]);
});

test('a package without definitions is unsupported, one it cannot read has failed', async () => {
  const nothing = { appNodes: [], problems: [] };
  const unsupported = { status: 'unsupported', confidence: 1, ...nothing };
  assert.deepEqual(await extract({ '__init__.py': 'x = 1' }), unsupported);
  assert.deepEqual(await extract({ 'nodes.py': fullClass('Blur') }), unsupported);
  assert.deepEqual(await extract({}), unsupported);
  const failed = await extract({ '__init__.py': 'from lib import load\nNODE_CLASS_MAPPINGS = load()' });
  assert.deepEqual([failed.status, failed.confidence, failed.appNodes], ['failed', 0, []]);
});

test('a syntax error costs the statement, not the file nor the package', async () => {
  const { appNodes, problems, status } = await extract({
    '__init__.py':
      'from .a import *\nfrom .b import *\nNODE_CLASS_MAPPINGS = {"Blur": Blur, "Sharpen": Sharpen}',
    'a.py': `${fullClass('Blur')}\nx = = 3\n`,
    'b.py': fullClass('Sharpen'),
  });
  assert.deepEqual(appNodes, [fullAppNode('Blur'), fullAppNode('Sharpen')]);
  assert.equal(status, 'success');
  assert.deepEqual(
    problems.map(({ file, message }) => ({ file, message })),
    [{ file: 'a.py', message: 'is not valid Python: x = = 3' }],
  );
});
