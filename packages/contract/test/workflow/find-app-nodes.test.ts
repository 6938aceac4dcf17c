import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { findAppNodes } from '../../src/workflow/find-app-nodes.ts';

const namesOf = (file: unknown) => [...(findAppNodes(file)?.keys() ?? [])].sort();

suite('find-app-nodes', () => {
  test('the graph of the editor: its nodes, those of subgraphs and groups, and none of their uses', () => {
    const file = {
      nodes: [
        { id: 1, type: 'Blur' },
        { id: 2, type: 'Blur' },
        { id: 3, type: 'a9b8' },
        { id: 4, type: 'workflow>My group' },
        { id: 5, type: 'workflow/My group' },
        { id: 6 },
        null,
      ],
      definitions: {
        subgraphs: [
          { id: 'a9b8', nodes: [{ type: 'Sharpen' }, { type: 'c7d6' }] },
          { id: 'c7d6', nodes: [{ type: 'Mask' }] },
        ],
      },
      extra: { groupNodes: { 'My group': { nodes: [{ type: 'Crop' }] } } },
    };
    assert.deepEqual(namesOf(file), ['Blur', 'Crop', 'Mask', 'Sharpen']);
    assert.equal(findAppNodes(file)?.get('Blur')?.count, 2);
  });

  test('subgraphs by id, as older files have them', () => {
    const subgraphs = { x: { id: 'x', nodes: [{ type: 'Mask' }] } };
    assert.deepEqual(namesOf({ nodes: [{ type: 'x' }], definitions: { subgraphs } }), ['Mask']);
  });

  test('what the file says of where an app-node comes from', () => {
    const node = (type: string, cnr_id: unknown, ver?: unknown) => ({ type, properties: { cnr_id, ver } });
    const long = 'x'.repeat(201);
    const file = {
      nodes: [
        node('A', 'one', '1.0.0'),
        node('A', 'two', '2.0.0'),
        node('B', 'comfy-core', '0.3.0'),
        node('C', 1, '1.0.0'),
        node('D', long, long),
      ],
    };
    assert.deepEqual(
      [...(findAppNodes(file) ?? [])],
      [
        ['A', { count: 2, isBuiltIn: false, origin: { id: 'one', version: '1.0.0' } }],
        ['B', { count: 1, isBuiltIn: true }],
        ['C', { count: 1, isBuiltIn: false }],
        ['D', { count: 1, isBuiltIn: false }],
      ],
    );
  });

  test('the repository where there is no id, and where a prompt says it', () => {
    const graph = { nodes: [{ type: 'A', properties: { aux_id: 'mara/ink.git', ver: 'abc' } }] };
    assert.deepEqual(findAppNodes(graph)?.get('A')?.origin, { repository: 'mara/ink', version: 'abc' });
    const full = { cnr_id: '', aux_id: 'https://github.com/mara/ink.git', ver: '' };
    const other = { nodes: [{ type: 'A', properties: full }] };
    assert.deepEqual(findAppNodes(other)?.get('A')?.origin, { repository: 'mara/ink' });
    const prompt = { 1: { class_type: 'A', _meta: { title: 'x', cnr_id: 'ink-pack' } } };
    assert.deepEqual(findAppNodes(prompt)?.get('A')?.origin, { id: 'ink-pack' });
  });

  test('subgraphs that define subgraphs, and groups in them, however deep', () => {
    const nest = (depth: number): object => ({
      subgraphs: [
        {
          id: `graph ${depth}`,
          nodes: [{ type: `At ${depth}` }, { type: 'workflow>Group' }],
          ...(depth === 1_000 && { extra: { groupNodes: { Group: { nodes: [{ type: 'In a group' }] } } } }),
          ...(depth < 1_000 && { definitions: nest(depth + 1) }),
        },
      ],
    });
    const names = namesOf({ nodes: [{ type: 'graph 1' }], definitions: nest(1) });
    assert.equal(names.length, 1_001);
    assert.ok(names.includes('At 1000') && names.includes('In a group'));
  });

  test('a prompt, and what is neither', () => {
    assert.deepEqual(namesOf({ 1: { class_type: 'Blur' }, '2:1': { class_type: '__proto__' }, note: {} }), [
      'Blur',
      '__proto__',
    ]);
    for (const file of [undefined, null, [], {}, 'Blur', { a: 1 }])
      assert.equal(findAppNodes(file), undefined);
  });
});
