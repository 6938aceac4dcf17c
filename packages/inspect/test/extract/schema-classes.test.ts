import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extract, fullAppNode, fullClass } from './support/extract.ts';

const policy = 'AppNodePolicyActive';

const schemaClass = (schema: string, execute = 'def execute(cls): ...'): string => `
from comfy_api.latest import ComfyExtension, io
class N(io.ComfyNode):
    @classmethod
    def define_schema(cls):
        return io.Schema(${schema})
    @classmethod
    ${execute}
`;

const entry = `
class Extension(ComfyExtension):
    async def get_node_list(self) -> list[type[io.ComfyNode]]:
        return [N]
async def comfy_entrypoint() -> ComfyExtension:
    return Extension()
`;

test('reads a schema class as the host presents it', async () => {
  const schema = `
            node_id="Blur", display_name="Blur it", category="filters", description="Blurs.",
            inputs=[
                io.Image.Input("image", tooltip="what to blur"),
                io.Int.Input("radius", default=3, min=0, max=9, display_mode=io.NumberDisplay.slider),
                io.Float.Input("amount", "Amount", True, default=0.5, round=False, extra_dict={"unit": "px"}),
                io.String.Input("text", multiline=True, dynamic_prompts=False),
                io.Combo.Input("mode", options=["soft", "hard"], default="soft", upload=io.UploadType.image),
                io.Boolean.Input("on", default=False, label_on="yes", lazy=True, force_input=True),
                io.Custom("MESH").Input("mesh", optional=True),
            ],
            outputs=[io.Image.Output(), io.Custom("MESH").Output("m", "Mesh", is_output_list=True)],
            hidden=[io.Hidden.unique_id],
            is_output_node=True, is_deprecated=True, is_experimental=False`;
  const { appNodes, status, confidence } = await extract({ '__init__.py': schemaClass(schema) + entry });
  assert.deepEqual(appNodes, [
    {
      app_node_name: 'Blur',
      category: 'filters',
      deprecated: true,
      description: 'Blurs.',
      display_name: 'Blur it',
      experimental: false,
      function: 'EXECUTE_NORMALIZED',
      input_types: JSON.stringify({
        required: {
          image: ['IMAGE', { tooltip: 'what to blur' }],
          radius: ['INT', { default: 3, min: 0, max: 9, display: 'slider' }],
          text: ['STRING', { multiline: true, dynamicPrompts: false }],
          mode: [
            'COMBO',
            { default: 'soft', multiselect: false, options: ['soft', 'hard'], image_upload: true },
          ],
          on: ['BOOLEAN', { lazy: true, default: false, forceInput: true, label_on: 'yes' }],
        },
        optional: {
          amount: ['FLOAT', { display_name: 'Amount', unit: 'px', default: 0.5, round: false }],
          mesh: ['MESH', {}],
        },
        hidden: { unique_id: ['UNIQUE_ID'], prompt: ['PROMPT'], extra_pnginfo: ['EXTRA_PNGINFO'] },
      }),
      output_is_list: [false, true],
      output_node: true,
      policy,
      return_names: '["IMAGE","Mesh"]',
      return_types: '["IMAGE","MESH"]',
    },
  ]);
  assert.deepEqual({ status, confidence }, { status: 'success', confidence: 1 });
});

test('shows the widgets without a socket as the host does', async () => {
  const schema = `
            node_id="N",
            inputs=[
                io.BoundingBox.Input("box", force_input=True, component="editor"),
                io.Curve.Input("line"),
                io.Curve.Input("bend", default=[(0.0, 1.0)], socketless=False),
                io.Range.Input("span", "Span", display="gradient", value_max=2.5),
                io.Float.Input("hue", gradient_stops=[{"offset": 0.0}]),
            ],
            outputs=[]`;
  const { appNodes, confidence } = await extract({ '__init__.py': schemaClass(schema) + entry });
  const points = (...all: [string, string][]): string =>
    `"default":{"points":[${all.map((point) => `[${point.join(',')}]`).join(',')}],"interpolation":"monotone_cubic"}`;
  const box =
    '{"default":{"x":0,"y":0,"width":512,"height":512},"socketless":true,"component":"editor","forceInput":true}';
  const required = [
    `"box":["BOUNDING_BOX",${box}]`,
    `"line":["CURVE",{${points(['0.0', '0.0'], ['1.0', '1.0'])},"socketless":true}]`,
    `"bend":["CURVE",{${points(['0.0', '1.0'])},"socketless":false}]`,
    '"span":["RANGE",{"display_name":"Span","default":{"min":0.0,"max":1.0},"socketless":true,"display":"gradient","value_max":2.5}]',
    '"hue":["FLOAT",{"gradient_stops":[{"offset":0.0}]}]',
  ];
  assert.equal(appNodes[0]?.input_types, `{"required":{${required.join(',')}}}`);
  assert.equal(confidence, 1);
});

test('names an output by its display name, else its id, else its type, as the host does since 0.7', async () => {
  const schema = `node_id="A", outputs=[
            io.Image.Output("picture", "Picture"),
            io.Image.Output("picture_id"),
            io.Mask.Output(id="mask_id", display_name=""),
            io.Mask.Output(),
            io.Combo.Output("choice", None, ["a", "b"], "which", True),
            io.MatchType.Output(io.MatchType.Template("t"), "same"),
            io.MatchType.Output(template=io.MatchType.Template("t")),
            io.Custom("MESH").Output(None, None, "a tooltip", True),
        ]`;
  const { appNodes } = await extract({ '__init__.py': schemaClass(schema) + entry });
  assert.deepEqual(appNodes[0]?.return_names && JSON.parse(appNodes[0].return_names), [
    'Picture',
    'picture_id',
    'mask_id',
    'MASK',
    'choice',
    'same',
    'MATCHTYPE',
    'MESH',
  ]);
  assert.deepEqual(appNodes[0]?.output_is_list, [false, false, false, false, true, false, false, true]);
});

const bare = {
  app_node_name: 'A',
  input_types: '{"required":{}}',
  output_is_list: [],
  policy,
  return_names: '[]',
  return_types: '[]',
};

test("reads inputs and outputs of types that derive from the host's", async () => {
  const types = `
from comfy_api.latest import io
class Seed(io.Int):
    pass
class Mesh(io.Custom("MESH")):
    pass
class Grid(io.ComfyTypeIO):
    io_type = "GRID"
class BigGrid(Grid):
    pass
class Picture(io.Image.Input):
    def __init__(self, id, what):
        super().__init__(id, tooltip="a picture of " + what)
class Plain(io.Float.Input):
    pass
class Result(io.Mask.Output):
    pass`;
  const schema = `node_id="A", inputs=[
            Seed.Input("seed", "Seed", False, None, None, 3, 0, 9),
            Mesh.Input("mesh"), BigGrid.Input("grid"), Picture("image", "a cat"), Plain("size", default=0.5)],
            outputs=[Seed.Output(), Mesh.Output("mesh"), BigGrid.Output(), Result("found")]`;
  const { appNodes, confidence } = await extract({ '__init__.py': types + schemaClass(schema) + entry });
  assert.deepEqual(appNodes, [
    {
      ...bare,
      function: 'EXECUTE_NORMALIZED',
      input_types:
        '{"required":{"seed":["INT",{"display_name":"Seed","default":3,"min":0,"max":9}],"mesh":["MESH",{}],' +
        '"grid":["GRID",{}],"image":["IMAGE",{"tooltip":"a picture of a cat"}],"size":["FLOAT",{"default":0.5}]}}',
      output_is_list: [false, false, false, false],
      return_names: '["INT","mesh","GRID","found"]',
      return_types: '["INT","MESH","GRID","MASK"]',
    },
  ]);
  assert.equal(confidence, 1);
});

test('names the function as the host does for an async class', async () => {
  const source = schemaClass('node_id="A"', 'async def execute(cls): ...') + entry;
  const { appNodes } = await extract({ '__init__.py': source });
  assert.deepEqual(appNodes, [{ ...bare, function: 'EXECUTE_NORMALIZED_ASYNC' }]);
});

test('knows the API under any alias', async () => {
  const imports = [
    'from comfy_api.latest import io as cio',
    'from comfy_api.latest import IO as cio',
    'import comfy_api.latest._io as cio',
    'from comfy_api.v0_0_2 import io as cio',
    'import comfy_api.latest\ncio = comfy_api.latest.io',
    'try:\n    from comfy_api.latest import io as cio\nexcept ImportError:\n    cio = None',
  ];
  for (const line of imports) {
    const { appNodes } = await extract({
      '__init__.py': `
${line}
class N(cio.ComfyNode):
    @classmethod
    def define_schema(cls):
        return cio.Schema("A", outputs=[cio.Mask.Output(display_name="m")])
def comfy_entrypoint():
    return [N]`,
    });
    const expected = { output_is_list: [false], return_names: '["m"]', return_types: '["MASK"]' };
    assert.deepEqual(appNodes, [{ ...bare, function: 'EXECUTE_NORMALIZED', ...expected }], line);
  }
});

test('reads multi-type, match-type, growing and dynamic inputs', async () => {
  const schema = `node_id="A", inputs=[
            io.MultiType.Input(io.Float.Input("any", default=1.0), types=[io.Int, io.Float]),
            io.MatchType.Input("same", template=io.MatchType.Template("t", [io.Image, io.Mask])),
            io.Autogrow.Input("more", template=io.Autogrow.TemplatePrefix(io.Image.Input("i"), prefix="i", min=2)),
            io.Autogrow.Input("texts", template=io.Autogrow.TemplateNames(io.String.Input("t"), names=["x", "y"])),
            io.DynamicCombo.Input("pick", options=[io.DynamicCombo.Option("k", [io.Int.Input("n")])]),
            io.MultiCombo.Input("many", options=["a"], chip=True),
            io.Color.Input("tint"),
        ], outputs=[io.MatchType.Output(template=io.MatchType.Template("t"))]`;
  const { appNodes } = await extract({ '__init__.py': schemaClass(schema) + entry });
  assert.deepEqual(appNodes, [
    {
      ...bare,
      function: 'EXECUTE_NORMALIZED',
      input_types:
        '{"required":{"any":["FLOAT,INT",{"default":1.0,"widgetType":"FLOAT"}],' +
        '"same":["COMFY_MATCHTYPE_V3",{"template":{"template_id":"t","allowed_types":"IMAGE,MASK"}}],' +
        '"more":["COMFY_AUTOGROW_V3",{"template":{"input":{"required":{"i":["IMAGE",{}]}},"prefix":"i","min":2,"max":10}}],' +
        '"texts":["COMFY_AUTOGROW_V3",{"template":{"input":{"required":{"t":["STRING",{"forceInput":true,"multiline":false}]}},"names":["x","y"],"min":1}}],' +
        '"pick":["COMFY_DYNAMICCOMBO_V3",{"options":[{"key":"k","inputs":{"required":{"n":["INT",{}]}}}]}],' +
        '"many":["COMBO",{"multiselect":true,"options":["a"],"multi_select":{"chip":true}}],' +
        '"tint":["COLOR",{"default":"#ffffff","socketless":true}]}}',
      output_is_list: [false],
      return_names: '["MATCHTYPE"]',
      return_types: '["COMFY_MATCHTYPE_V3"]',
    },
  ]);
});

test('follows a schema that is changed, shared or inherited', async () => {
  const source = `
${schemaClass('node_id="A", inputs=INPUTS + [io.Int.Input("n")], **COMMON')}
INPUTS = [io.Image.Input("image")]
COMMON = {"category": "shared"}
@io.comfytype(io_type="GRID")
class Grid(io.ComfyTypeIO):
    pass
class M(N):
    @classmethod
    def define_schema(cls):
        schema = super().define_schema()
        schema.node_id = "B"
        schema.inputs.append(Grid.Input("grid"))
        schema.outputs = [Grid.Output()]
        return schema
async def comfy_entrypoint():
    class Extension(ComfyExtension):
        async def get_node_list(self):
            nodes = []
            for cls in (N, M):
                nodes.append(cls)
            return nodes
    return Extension()`;
  const { appNodes } = await extract({ '__init__.py': source });
  const shared = { ...bare, category: 'shared', function: 'EXECUTE_NORMALIZED' };
  assert.deepEqual(appNodes, [
    { ...shared, input_types: '{"required":{"image":["IMAGE",{}],"n":["INT",{}]}}' },
    {
      ...shared,
      app_node_name: 'B',
      input_types: '{"required":{"image":["IMAGE",{}],"n":["INT",{}],"grid":["GRID",{}]}}',
      output_is_list: [false],
      return_names: '["GRID"]',
      return_types: '["GRID"]',
    },
  ]);
});

test('reads both styles of one package, the mappings first', async () => {
  const source = `${schemaClass('node_id="Own"')}${fullClass('Blur')}${entry}
NODE_CLASS_MAPPINGS = {"Blur": Blur, "Mapped": N}`;
  const { appNodes } = await extract({ '__init__.py': source });
  const schema = { ...bare, function: 'EXECUTE_NORMALIZED' };
  assert.deepEqual(appNodes, [
    fullAppNode('Blur'),
    { ...schema, app_node_name: 'Mapped' },
    { ...schema, app_node_name: 'Own' },
  ]);
});

test('marks the parts of a schema that cannot be known', async () => {
  const schema = `node_id="A", inputs=[
            io.Combo.Input("m", options=folder_paths.get_filename_list("x")), *extra(), io.Int.Input(**kw)],
            outputs=[io.Unheard.Output()]`;
  const { appNodes, confidence } = await extract({ '__init__.py': schemaClass(schema) + entry });
  assert.deepEqual(appNodes, [
    {
      ...bare,
      function: 'EXECUTE_NORMALIZED',
      input_types:
        '{"required":{"m":["COMBO",{"multiselect":false,"options":{"$dynamic":"folder_paths.get_filename_list(\\"x\\")"}}]},' +
        '"$dynamic":"*extra(), io.Int.Input(**kw)"}',
      output_is_list: [false],
      return_names: '[{"$dynamic":"io.Unheard.Output()"}]',
      return_types: '[{"$dynamic":"io.Unheard.Output()"}]',
    },
  ]);
  assert.ok(confidence < 0.8);
});

test('does not take a schema that the host defines for an empty one', async () => {
  const source = `
from comfy_api.latest import ComfyExtension, io
from comfy_extras.nodes_primitive import Boolean
class N(Boolean):
    @classmethod
    def define_schema(cls):
        schema = super().define_schema()
        schema.node_id = "Mine"
        schema.category = "mine"
        schema.inputs.append(io.Int.Input("order"))
        return schema
class Extension(ComfyExtension):
    async def get_node_list(self):
        return [N]
async def comfy_entrypoint():
    return Extension()`;
  const { appNodes, confidence } = await extract({ '__init__.py': source });
  const [{ app_node_name, category, input_types, return_types, return_names, output_is_list } = {}] =
    appNodes;
  assert.deepEqual(
    { app_node_name, category, return_names, output_is_list },
    { app_node_name: 'Mine', category: 'mine', return_names: undefined, output_is_list: undefined },
  );
  assert.match(input_types ?? '', /"\$dynamic":"N\.define_schema\(\)\.inputs"/);
  assert.match(return_types ?? '', /^\{"\$dynamic":/);
  assert.ok(confidence < 0.6, `confidence ${confidence}`);
});
