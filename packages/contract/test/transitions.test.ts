import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  appNodePolicies,
  extractStatuses,
  nodeStatuses,
  nodeVersionStatuses,
  publisherStatuses,
  reportStatuses,
  transitions,
} from '@patchbay/contract';

const states: Readonly<Record<string, readonly string[]>> = {
  'Node.status': nodeStatuses,
  'NodeVersion.status': nodeVersionStatuses,
  'NodeVersion.app_node_extract_status': extractStatuses,
  'Publisher.status': publisherStatuses,
  'AppNode.policy': appNodePolicies,
  'Report.status': reportStatuses,
};

const names = transitions.map(({ resource, field, from, to }) => `${resource}.${field}: ${from} → ${to}`);

suite('transitions', () => {
  for (const [index, { resource, field, from, to, by }] of transitions.entries()) {
    test(names[index] ?? '', () => {
      const known = states[`${resource}.${field}`] ?? [];
      assert.ok(known.includes(from), `${from} is a state`);
      assert.ok(known.includes(to), `${to} is a state`);
      assert.notEqual(from, to);
      assert.ok(by.length > 0);
    });
  }

  test('each move stands once', () => {
    assert.deepEqual(names, [...new Set(names)]);
  });

  test('every state has a way out', () => {
    for (const [field, known] of Object.entries(states)) {
      for (const state of known) {
        const hasWayOut = names.some((name) => name.startsWith(`${field}: ${state} →`));
        assert.ok(hasWayOut, `${field} ${state}`);
      }
    }
  });
});
