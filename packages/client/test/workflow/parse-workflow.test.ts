import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { findAppNodes } from '../../src/workflow/find-app-nodes.ts';
import { decodeWorkflow, parseWorkflow } from '../../src/workflow/parse-workflow.ts';

const graph = { nodes: [{ type: 'Blur', properties: { cnr_id: 'blurs' } }] };
const prompt = { 3: { class_type: 'Blur', inputs: {} } };
const namesIn = (text: string) => [...(findAppNodes(parseWorkflow(text))?.keys() ?? [])];

suite('parse-workflow', () => {
  test('UTF-8 and UTF-16 with a byte order mark', () => {
    const text = `\ufeff${JSON.stringify(graph)}`;
    const utf16 = Buffer.from(text, 'utf16le');
    for (const bytes of [Buffer.from(text), utf16, Buffer.from(utf16).swap16()])
      assert.deepEqual(namesIn(decodeWorkflow(bytes)), ['Blur']);
  });

  test('NaN and Infinity, as Python writes them, outside of texts only', () => {
    const text = '{"1":{"class_type":"NaN \\" Infinity","inputs":{"a":NaN,"b":-Infinity,"c":[Infinity]}}}';
    assert.deepEqual(namesIn(text), ['NaN " Infinity']);
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
    const both = parseWorkflow(
      JSON.stringify({ prompt, extra_data: { extra_pnginfo: { workflow: graph } } }),
    );
    assert.equal(findAppNodes(both)?.get('Blur')?.nodeId, 'blurs');
  });

  test('what is no JSON, or wraps nothing', () => {
    for (const text of ['', 'NaN', '{"prompt": 1}', '{"workflow": {"workflow": {"workflow": {}}}}', '[]'])
      assert.equal(findAppNodes(parseWorkflow(text)), undefined, text);
  });
});
