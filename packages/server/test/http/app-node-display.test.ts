import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../support/assert-refused.ts';
import { makePublisher, publishPending, zip } from '../support/build.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

const mapped = `
class Save:
    RETURN_TYPES = ("IMAGE", "MASK")
    FUNCTION = "run"
    OUTPUT_NODE = True
    INPUT_IS_LIST = True
    OUTPUT_TOOLTIPS = ("The picture.", None)
    SEARCH_ALIASES = ["store", "write image"]

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE", {"tooltip": "What to save."})}}


class Plain:
    RETURN_TYPES = ()
    OUTPUT_NODE = False


NODE_CLASS_MAPPINGS = {"Save": Save, "Plain": Plain}
NODE_DISPLAY_NAME_MAPPINGS = {"Save": "Save a picture 💾"}
`;

const schema = `
from comfy_api.latest import ComfyExtension, io


class Mix(io.ComfyNode):
    @classmethod
    def define_schema(cls):
        return io.Schema(
            node_id="Mix",
            display_name="Mix two pictures",
            search_aliases=["blend"],
            is_input_list=True,
            is_output_node=True,
            inputs=[io.Image.Input("image", tooltip="What to mix.")],
            outputs=[io.Image.Output(tooltip="The mix."), io.Mask.Output()],
        )

    @classmethod
    def execute(cls, image):
        return io.NodeOutput(image)


class Extension(ComfyExtension):
    async def get_node_list(self):
        return [Mix]


def comfy_entrypoint():
    return Extension()
`;

suite('app-node-display', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();

  /** Finds the app-nodes of a published version by name. */
  const published = async (nodeId: string, source: string) => {
    const { signedUrl } = await publishPending(ada, nodeId, '1.0.0');
    await server.anonymous.upload(signedUrl, await zip({ '__init__.py': source }));
    await server.settle();
    const { json } = await server.anonymous.get(`/nodes/${nodeId}/versions/1.0.0/app-nodes`);
    return (name: string) => json.app_nodes.find(({ app_node_name: one }) => one === name);
  };

  test('200: what the host shows of a class beside its fields', async () => {
    const named = await published('mapped', mapped);
    const [Save, Plain] = [named('Save'), named('Plain')];
    assert.deepEqual(Save, {
      app_node_name: 'Save',
      display_name: 'Save a picture 💾',
      function: 'run',
      input_is_list: true,
      input_types: '{"required":{"image":["IMAGE",{"tooltip":"What to save."}]}}',
      output_node: true,
      output_tooltips: ['The picture.', ''],
      policy: 'AppNodePolicyActive',
      return_types: '["IMAGE","MASK"]',
      search_aliases: ['store', 'write image'],
    });
    assert.deepEqual(Plain, {
      app_node_name: 'Plain',
      output_node: false,
      policy: 'AppNodePolicyActive',
      return_types: '[]',
    });
    const one = await server.anonymous.get('/nodes/mapped/versions/1.0.0/app-nodes/Save');
    assert.deepEqual(one.json, Save);
  });

  test('200: what the host shows of a schema', async () => {
    const Mix = (await published('schema', schema))('Mix');
    const { display_name, input_is_list, output_node, output_tooltips, search_aliases, input_types } = Mix;
    assert.deepEqual(
      { display_name, input_is_list, output_node, output_tooltips, search_aliases },
      {
        display_name: 'Mix two pictures',
        input_is_list: true,
        output_node: true,
        output_tooltips: ['The mix.', ''],
        search_aliases: ['blend'],
      },
    );
    assert.match(input_types, /"tooltip":"What to mix\."/);
  });

  test('200: what no client could be sent is left out, and lowers the confidence', async () => {
    const most = { display_name: 'x'.repeat(200), alias: 'x'.repeat(200), tooltip: 'x'.repeat(10_000) };
    const sourceOf = (name: string, { display_name, alias, tooltip }: typeof most, aliases: number) => `
class A:
    RETURN_TYPES = ("IMAGE",)
    OUTPUT_TOOLTIPS = ("${tooltip}",)
    SEARCH_ALIASES = ["${alias}"] * ${aliases}
NODE_CLASS_MAPPINGS = {"${name}": A}
NODE_DISPLAY_NAME_MAPPINGS = {"${name}": "${display_name}"}
`;
    const A = (await published('most', sourceOf('A', most, 100)))('A');
    assert.deepEqual(
      [A.display_name, A.output_tooltips, A.search_aliases.length],
      [most.display_name, [most.tooltip], 100],
    );
    const more = {
      display_name: `${most.display_name}x`,
      alias: `${most.alias}x`,
      tooltip: `${most.tooltip}x`,
    };
    for (const [index, source] of [
      sourceOf('B', more, 1),
      sourceOf('B', { display_name: 'a\\0', alias: 'a\\ud800', tooltip: 'a\\0' }, 1),
    ].entries()) {
      const B = (await published(`more-${index}`, source))('B');
      assert.deepEqual(B, { app_node_name: 'B', policy: 'AppNodePolicyActive', return_types: '["IMAGE"]' });
      const findings = await ada.owner.get(`/nodes/more-${index}/versions/1.0.0/findings`);
      assert.equal(findings.json.extraction.confidence, 0.25);
    }
    const C = (await published('aliases', sourceOf('C', most, 101)))('C');
    assert.deepEqual([C.search_aliases, C.display_name], [undefined, most.display_name]);
  });

  test('200 and 400: those who may edit an app-node set them, within their bounds', async () => {
    await published('edited', mapped);
    const path = '/nodes/edited/versions/1.0.0/app-nodes/Save';
    const change = {
      display_name: 'Save',
      input_is_list: false,
      output_node: false,
      output_tooltips: ['', 'The mask.'],
      search_aliases: [],
    };
    const { status, json } = await moderator.put(path, change);
    assert.equal(status, 200);
    assert.deepEqual({ ...json, ...change }, json);
    for (const refused of [
      { display_name: 'x'.repeat(201) },
      { search_aliases: Array.from({ length: 101 }, () => 'x') },
      { search_aliases: ['x'.repeat(201)] },
      { output_tooltips: ['x'.repeat(10_001)] },
      { output_tooltips: Array.from({ length: 1_001 }, () => '') },
    ])
      assertRefused(await moderator.put(path, refused), 'invalid_request');
  });
});
