import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { compareAppNodes, isBreaking } from '../../src/compare/compare-app-nodes.ts';
import { compareRequirements } from '../../src/compare/compare-requirements.ts';

type Inputs = Record<string, unknown>;

const appNode = (
  { required = {}, optional = {} }: { required?: Inputs; optional?: Inputs },
  outputs: readonly string[] = ['IMAGE'],
  rest: object = {},
) => ({
  app_node_name: 'Resize',
  input_types: JSON.stringify({ required, optional }),
  return_types: JSON.stringify(outputs),
  ...rest,
});

/** Each change as `what: effect`. */
const changesOf = (before: ReturnType<typeof appNode>, after: ReturnType<typeof appNode>): string[] =>
  compareAppNodes([before], [after]).flatMap(({ changes }) =>
    changes.map(({ what, effect }) => `${what}: ${effect}`),
  );

const image = { image: ['IMAGE'] };
const width = { width: ['INT', { default: 512, min: 1, max: 4096 }] };

suite('what changed in the app-nodes of a version', () => {
  const cases: [string, Parameters<typeof appNode>, Parameters<typeof appNode>, string[]][] = [
    ['nothing', [{ required: image }], [{ required: image }], []],
    [
      'an input removed',
      [{ required: { ...image, ...width } }],
      [{ required: image }],
      ['input width: breaking'],
    ],
    ['a link required that was not there', [{}], [{ required: image }], ['input image: breaking']],
    ['a link that may be left out', [{}], [{ optional: image }], ['input image: none']],
    [
      'a widget with a default, at the end',
      [{ required: image }],
      [{ required: { ...image, ...width } }],
      ['input width: none'],
    ],
    [
      'a widget before others',
      [{ required: width }],
      [{ required: { mode: [['fit', 'fill']], ...width } }],
      ['input mode: none', 'order of widgets: breaking'],
    ],
    [
      'widgets in another order',
      [{ required: { ...width, name: ['STRING', { default: '' }] } }],
      [{ required: { name: ['STRING', { default: '' }], ...width } }],
      ['order of widgets: breaking'],
    ],
    [
      'an input of another type',
      [{ required: image }],
      [{ required: { image: ['MASK'] } }],
      ['input image: breaking'],
    ],
    [
      'an input that takes a type more',
      [{ required: { boxes: ['BBOX'], ...width } }],
      [{ required: { boxes: ['BBOX,BOUNDING_BOX'], width: ['FLOAT, INT', { default: 512 }] } }],
      ['input boxes: none', 'input width: none', 'input width, min: none', 'input width, max: none'],
    ],
    [
      'inputs that take anything',
      [{ required: { ...image, mode: [['fit', 'fill']] } }],
      [{ required: { image: ['*'], mode: ['*'] } }],
      ['input image: none', 'input mode: none'],
    ],
    [
      'inputs that take a type less',
      [{ required: { size: ['FLOAT,INT'], any: ['*'], mode: ['COMBO,STRING'] } }],
      [{ required: { size: ['INT'], any: ['INT,FLOAT'], mode: [['fit']] } }],
      ['input size: breaking', 'input any: breaking', 'input mode: breaking'],
    ],
    [
      'types in another order',
      [{ required: { size: ['FLOAT,INT'] } }, ['MASK,IMAGE']],
      [{ required: { size: ['INT, FLOAT'] } }, ['IMAGE, MASK']],
      [],
    ],
    [
      'a widget of several types that keeps its place',
      [{ required: { size: ['INT'], name: ['STRING', { default: '' }] } }],
      [{ required: { size: ['FLOAT,INT', { widgetType: 'FLOAT' }], name: ['STRING', { default: '' }] } }],
      ['input size: none', 'input size, widgetType: none'],
    ],
    [
      'outputs of a type less',
      [{}, ['IMAGE,MASK', '*']],
      [{}, ['MASK', 'INT']],
      ['output 1: none', 'output 2: none'],
    ],
    [
      'outputs of a type more',
      [{}, ['MASK', 'INT']],
      [{}, ['IMAGE,MASK', '*']],
      ['output 1: breaking', 'output 2: breaking'],
    ],
    [
      'a type that is computed',
      [{ required: image }],
      [{ required: { image: [{ $dynamic: 'types()' }] } }],
      ['input image: unknown'],
    ],
    [
      'a choice more',
      [{ required: { mode: [['fit', 'fill']] } }],
      [{ required: { mode: [['fit', 'fill', 'crop']] } }],
      ['input mode: none'],
    ],
    [
      'a choice less, written as COMBO',
      [{ required: { mode: [['fit', 'fill']] } }],
      [{ required: { mode: ['COMBO', { options: ['fit'] }] } }],
      ['input mode: breaking'],
    ],
    [
      'bounds and defaults',
      [{ required: width }],
      [{ required: { width: ['INT', { default: 256, min: 8, max: 8192 }] } }],
      ['input width, default: none', 'input width, min: breaking', 'input width, max: none'],
    ],
    [
      'optional that becomes required',
      [{ optional: image }],
      [{ required: image }],
      ['input image: breaking'],
    ],
    ['required that becomes optional', [{ required: image }], [{ optional: image }], ['input image: none']],
    ['an output more', [{}, ['IMAGE']], [{}, ['IMAGE', 'MASK']], ['output 2: none']],
    ['an output less', [{}, ['IMAGE', 'MASK']], [{}, ['IMAGE']], ['output 2: breaking']],
    [
      'outputs that changed places',
      [{}, ['IMAGE', 'MASK']],
      [{}, ['MASK', 'IMAGE']],
      ['output 1: breaking', 'output 2: breaking'],
    ],
    [
      'an output that became a list',
      [{}, ['IMAGE'], { return_names: '["images"]' }],
      [{}, ['IMAGE'], { return_names: '["images"]', output_is_list: [true] }],
      ['output images: breaking'],
    ],
    [
      'texts',
      [{}, ['IMAGE'], { return_names: '["image"]', category: 'image' }],
      [{}, ['IMAGE'], { return_names: '["result"]', category: 'image/size', deprecated: true }],
      ['output result, name: none', 'category: none', 'deprecated: none'],
    ],
  ];
  for (const [name, before, after, expected] of cases) {
    test(name, () => assert.deepEqual(changesOf(appNode(...before), appNode(...after)), expected));
  }

  test('app-nodes that came and went; only those that went are breaking', () => {
    const [one, other] = [appNode({}), { ...appNode({}), app_node_name: 'Crop' }];
    const found = compareAppNodes([one], [other]);
    assert.deepEqual(
      found.map((each) => [each.app_node_name, each.kind, isBreaking(each)]),
      [
        ['Crop', 'added', false],
        ['Resize', 'removed', true],
      ],
    );
  });

  test('definitions of any form do not fail', () => {
    for (const input_types of [
      '',
      'null',
      '[]',
      '{"required":[1]}',
      '{"required":{"a":null}}',
      '{',
    ] as const) {
      compareAppNodes([{ app_node_name: 'A', input_types }], [{ app_node_name: 'A', return_types: '{}' }]);
    }
  });
});

suite('what a stranger sends', () => {
  test('is compared in a time that grows with its size alone', () => {
    const names = Array.from({ length: 20_000 }, (_, index) => `choice ${index}`);
    const inputs = Object.fromEntries(names.map((name) => [name, ['INT', {}]]));
    const reversed = Object.fromEntries(Object.entries(inputs).toReversed());
    const found = changesOf(
      appNode({ required: { mode: [names], ...inputs } }),
      appNode({ required: { mode: [names.toReversed().slice(1)], ...reversed } }),
    );
    assert.deepEqual(found, ['input mode: breaking', 'order of widgets: breaking']);
  });

  test('may be nested more deeply than can be compared', () => {
    const nested = (inner: string) =>
      `{"required":{"a":[${'['.repeat(50_000)}${inner}${']'.repeat(50_000)}]}}`;
    const [one, other] = [nested('1'), nested('2')].map((input_types) => ({
      app_node_name: 'A',
      input_types,
    }));
    assert.ok(one && other);
    assert.deepEqual(
      compareAppNodes([one], [other]).flatMap(({ changes }) => changes.map(({ effect }) => effect)),
      ['unknown'],
    );
  });
});

test('requirements are compared by the name of the package, however it is written', () => {
  assert.deepEqual(
    compareRequirements(
      ['numpy>=1.26', 'Pillow', 'torch_audio==2', "uvloop; sys_platform != 'win32'"],
      ['numpy >=2', 'pillow', 'Torch-Audio==2', 'scipy'],
    ).map(({ what, before, after }) => [what, before, after]),
    [
      ['numpy', 'numpy>=1.26', 'numpy >=2'],
      ['scipy', undefined, 'scipy'],
      ['uvloop', "uvloop; sys_platform != 'win32'", undefined],
    ],
  );
});
