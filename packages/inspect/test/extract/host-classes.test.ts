import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extract } from './support/extract.ts';

const policy = 'AppNodePolicyActive';

test('reads what a class inherits from one of the host', async () => {
  const { appNodes, confidence } = await extract({
    '__init__.py': `
from nodes import EmptyLatentImage, MAX_RESOLUTION
import nodes
class N(EmptyLatentImage):
    DESCRIPTION = "Makes a larger one."
    CATEGORY = "mine"
    @classmethod
    def INPUT_TYPES(cls):
        types = super().INPUT_TYPES()
        types["required"] = {"scale": ("INT", {"max": MAX_RESOLUTION})}
        return types
class M(nodes.ImageInvert):
    pass
NODE_CLASS_MAPPINGS = {"N": N, "M": M}`,
  });
  assert.deepEqual(appNodes, [
    {
      app_node_name: 'N',
      category: 'mine',
      description: 'Makes a larger one.',
      function: 'generate',
      input_types: '{"required":{"scale":["INT",{"max":16384}]}}',
      policy,
      return_types: '["LATENT"]',
    },
    {
      app_node_name: 'M',
      category: 'image/color',
      function: 'invert',
      input_types: '{"required":{"image":["IMAGE"]}}',
      policy,
      return_types: '["IMAGE"]',
    },
  ]);
  // What the host's classes say in prose is not known: descriptions, tooltips of outputs, aliases.
  assert.equal(confidence, 0.757);
});

test('does not pretend to know what the host itself decides as it runs', async () => {
  const { appNodes } = await extract({
    '__init__.py': `
from nodes import KSampler
from comfy_extras.nodes_model_merging import ModelMergeBlocks
class N(KSampler):
    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"name": KSampler.INPUT_TYPES()["required"]["sampler_name"][0:1]}}
class M(ModelMergeBlocks):
    pass
NODE_CLASS_MAPPINGS = {"N": N, "M": M}`,
  });
  const [sampler, merge] = appNodes;
  assert.equal(
    sampler?.input_types,
    '{"required":{"name":[{"$dynamic":"comfy.samplers.KSampler.SAMPLERS"}]}}',
  );
  assert.equal(sampler?.description, undefined);
  assert.deepEqual(
    [merge?.category, merge?.function, merge?.return_types],
    ['model/merging', 'merge', '["MODEL"]'],
  );
});

test('one package does not see what it changed in the dicts of the host', async () => {
  const source = `
from nodes import ImageInvert
class N(ImageInvert):
    @classmethod
    def INPUT_TYPES(cls):
        types = super().INPUT_TYPES()
        types["required"]["more"] = ("INT",)
        ImageInvert.CATEGORY = "changed"
        return types
class M(ImageInvert):
    pass
NODE_CLASS_MAPPINGS = {"N": N, "M": M}`;
  const first = await extract({ '__init__.py': source });
  assert.deepEqual(await extract({ '__init__.py': source }), first);
  assert.equal(first.appNodes[1]?.input_types, '{"required":{"image":["IMAGE"]}}');
});

test('knows the types of the newest schema classes', async () => {
  const { appNodes } = await extract({
    '__init__.py': `
from comfy_api.latest import io
class N(io.ComfyNode):
    @classmethod
    def define_schema(cls):
        return io.Schema("N", outputs=[io.Splat.Output(), io.File3DGLB.Output(), io.BackgroundRemoval.Output()])
NODE_CLASS_MAPPINGS = {"N": N}`,
  });
  assert.equal(appNodes[0]?.return_types, '["SPLAT","FILE_3D_GLB","BACKGROUND_REMOVAL"]');
});
