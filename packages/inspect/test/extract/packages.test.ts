import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extractAppNodes } from '../../src/extract/extract-app-nodes.ts';
import { readFixture } from './support/read-fixture.ts';

const policy = 'AppNodePolicyActive';
const seed = '"seed":["INT",{"default":0,"min":0,"max":18446744073709551615}]';

test('importlib-folder-loop: a broken file and an optional part cost nothing else', async () => {
  const { appNodes, status, problems } = await extractAppNodes(readFixture('importlib-folder-loop'));
  assert.deepEqual(appNodes, [
    {
      app_node_name: 'FixtureAddNoise',
      category: 'fixtures/noise',
      description: 'Adds noise.',
      function: 'run',
      input_types: `{"required":{"image":["IMAGE"],${seed}}}`,
      policy,
      return_names: '["noisy"]',
      return_types: '["IMAGE"]',
    },
    {
      app_node_name: 'FixtureRemoveNoise',
      category: 'fixtures/noise',
      experimental: true,
      function: 'run',
      input_types: `{"required":{"image":["IMAGE"],${seed}},"optional":{"strength":["FLOAT",{"default":1.0,"step":0.01}]}}`,
      policy,
      return_types: '["IMAGE"]',
    },
    {
      app_node_name: 'FixtureRunModel',
      category: 'fixtures/models',
      function: 'run',
      input_types: '{"required":{"model":[{"$dynamic":"folder_paths.get_filename_list(\\"onnx\\")"}]}}',
      output_is_list: [true],
      policy,
      return_types: '["IMAGE"]',
    },
  ]);
  assert.equal(status, 'success');
  assert.deepEqual([...new Set(problems.map(({ file }) => file))], ['nodes/broken.py']);
});

test('schema-extension: schema classes across files, one derived from another', async () => {
  const { appNodes, status, confidence } = await extractAppNodes(readFixture('schema-extension'));
  const sizes = ['width', 'height'].map((name) => `"${name}":["INT",{"default":512,"min":1,"step":8}]`);
  const required = `"required":{"image":["IMAGE",{}],${sizes.join(',')}}`;
  const shared = {
    category: 'fixtures/crop',
    description: 'Cuts a part out.',
    display_name: 'Crop',
    experimental: true,
    function: 'EXECUTE_NORMALIZED',
    output_is_list: [false, false],
    policy,
    return_names: '["IMAGE","outside"]',
    return_types: '["IMAGE","MASK"]',
  };
  assert.deepEqual(appNodes, [
    { ...shared, app_node_name: 'FixtureCrop', input_types: `{${required}}` },
    {
      ...shared,
      app_node_name: 'FixtureCropBatch',
      deprecated: true,
      input_types: `{${required},"optional":{"anchor":["COMBO",{"multiselect":false,"options":["center","top"]}]}}`,
    },
  ]);
  assert.deepEqual({ status, confidence }, { status: 'success', confidence: 1 });
});

test('absent-settings: names that hang on a file that is not shipped are those of a new host', async () => {
  const { appNodes, status, confidence } = await extractAppNodes(readFixture('absent-settings'));
  assert.deepEqual(
    appNodes.map(({ app_node_name, input_types }) => [app_node_name, input_types]),
    [
      ['FixtureDetect', '{"required":{"model":["STRING",{"default":"small.pth"}]}}'],
      ['FixtureSegment', '{"required":{"image":["IMAGE"]}}'],
    ],
  );
  assert.deepEqual({ status, confidence }, { status: 'success', confidence: 1 });
});
