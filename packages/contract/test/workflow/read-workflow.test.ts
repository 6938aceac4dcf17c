import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { decodeUnicode, readWorkflow, summarizeWorkflow } from '../../src/workflow/index.ts';

const bounds = { partsMax: 10_000, namesMax: 100 };
const graph = { nodes: [{ type: 'Blur', properties: { cnr_id: 'blurs', ver: '1.2.0' } }] };
const prompt = { 3: { class_type: 'Blur', inputs: {} } };
const read = (source: string | Uint8Array) => readWorkflow(source, bounds);
const usedIn = (source: string | Uint8Array) => {
  const workflow = read(source);
  assert.ok(!('fault' in workflow), JSON.stringify(workflow));
  return workflow.used;
};
const namesIn = (source: string | Uint8Array) => [...usedIn(source).keys()];

suite('read-workflow', () => {
  test('UTF-8 and UTF-16 with a byte order mark', () => {
    const text = `\ufeff${JSON.stringify(graph)}`;
    const utf16 = Buffer.from(text, 'utf16le');
    for (const bytes of [Buffer.from(text), utf16, Buffer.from(utf16).swap16()]) {
      assert.deepEqual(namesIn(bytes), ['Blur']);
      assert.deepEqual(namesIn(decodeUnicode(bytes)), ['Blur']);
    }
    assert.deepEqual(namesIn(text), ['Blur']);
  });

  test('NaN and Infinity, as Python writes them, outside of texts only', () => {
    const text =
      '{"1":{"class_type":"NaN \\" Infinity","inputs":{"\\\\":NaN,"b":-Infinity,"c":[Infinity, "\\\\\\"NaN"]}}}';
    assert.deepEqual(namesIn(text), ['NaN " Infinity']);
  });

  test('a text without an end takes no more time than its length', () => {
    for (const text of [`{"a":NaN,"${'\\"'.repeat(2_000_000)}`, `NaN${'"'.repeat(2_000_001)}`])
      assert.deepEqual(read(text), { fault: 'no-json' });
  });

  test('what a request or a picture wraps, the graph before the prompt', () => {
    for (const wrapped of [
      { prompt },
      { output: prompt },
      { workflow: graph, output: prompt },
      { workflow: JSON.stringify(graph), prompt: JSON.stringify(prompt) },
      { client_id: 'c', prompt, extra_data: { extra_pnginfo: { workflow: graph } } },
    ])
      assert.deepEqual(namesIn(JSON.stringify(wrapped)), ['Blur'], JSON.stringify(wrapped));
    const both = JSON.stringify({ prompt, extra_data: { extra_pnginfo: { workflow: graph } } });
    assert.deepEqual(usedIn(both).get('Blur')?.origin, { id: 'blurs', version: '1.2.0' });
  });

  test('what is no JSON, no workflow or too much', () => {
    for (const [fault, ...texts] of [
      ['no-json', '', 'x', '{"nodes":'],
      ['no-workflow', 'NaN', '{"prompt": 1}', '{"workflow": {"workflow": {"workflow": {}}}}', '[]'],
      [
        'too-many-parts',
        '['.repeat(10_001),
        `[${'{},'.repeat(10_001)}0]`,
        `{"prompt":"${'{'.repeat(10_001)}"}`,
      ],
      [
        'too-many-names',
        JSON.stringify({ nodes: Array.from({ length: 101 }, (_, type) => ({ type: `${type}` })) }),
      ],
    ] as const)
      for (const text of texts) assert.deepEqual(read(text), { fault }, text.slice(0, 60));
  });

  test('a summary needs the same, and has nothing else', () => {
    const origins = [
      { cnr_id: 'a', ver: '1.0.0' },
      { aux_id: 'b/c' },
      { cnr_id: 'comfy-core', ver: '0.3.0' },
      {},
    ];
    const file = {
      nodes: origins.map((properties, index) => ({
        type: `Node ${index}`,
        properties: { ...properties, secret: 'x' },
        widgets_values: ['a private prompt'],
      })),
    };
    const used = usedIn(JSON.stringify(file));
    const summary = JSON.stringify(summarizeWorkflow(used));
    assert.deepEqual(usedIn(summary), used);
    assert.doesNotMatch(summary, /private|secret/);
  });
});
