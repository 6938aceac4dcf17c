import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { foldId } from '../../src/store/identifiers.ts';

suite('fold-id', () => {
  test('ids that can be taken for each other are the same', () => {
    const groups = [
      ['my-node', 'My_Node', 'my.node', 'mynode', 'm-y-n-o-d-e', 'rny-node', 'my-n0de'],
      ['image-filter', 'lmage-fi1ter', 'Image.FILTER', '1mage--filter'],
      ['window', 'vvindovv', 'w1ndow', 'WIND0W', 'v-vindow'],
      ['sampler-nodes', 'samplernodes', 'SamplerNodes', 'sampler_nodes', 'samplemodes'],
    ];
    for (const group of groups) assert.deepEqual(new Set(group.map(foldId)).size, 1, group.join(' '));
  });

  test('ids that differ in what people see are not', () => {
    const ids = ['blur', 'blur2', 'blurs', 'clip', 'dip', 'nodes', 'node5', 'zoom', '2oom', 'barn', 'ban'];
    assert.equal(new Set(ids.map(foldId)).size, ids.length);
  });
});
