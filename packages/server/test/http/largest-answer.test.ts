import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpoints, limits, wiresOf } from '@patchbay/contract';
import { largestAnswer } from '../../src/http/largest-answer.ts';
import { currentVariant } from '../support/variants.ts';

test('the endpoint and the request determine whether a response may be large', () => {
  const wires = wiresOf(currentVariant().profile);
  const bytesOf = (name: keyof typeof endpoints, query: object, body?: object) =>
    largestAnswer(endpoints[name], wires[name], { query, body });
  const pairs = (length: number) => ({ node_versions: Array.from({ length }, () => ({})) });
  assert.equal(bytesOf('getNode', {}), 0);
  assert.equal(bytesOf('getHealth', {}), 0);
  const ten = bytesOf('searchNodes', {});
  assert.ok(ten >= 10 * limits.appNodeBytesMax && ten < limits.answerBytesMax);
  assert.equal(bytesOf('searchNodes', { limit: 0 }), ten);
  for (const name of ['searchNodes', 'listVersions', 'listAppNodes', 'listVersionAppNodes'] as const) {
    assert.ok(bytesOf(name, { limit: 100 }) >= 100 * limits.appNodeBytesMax, name);
  }
  for (const name of ['listNodeVersions', 'listNodesOfPublisher', 'listPublishers'] as const) {
    assert.equal(bytesOf(name, {}), limits.answerBytesMax, name);
  }
  assert.equal(bytesOf('listNodes', { limit: 1_000 }), limits.answerBytesMax);
  assert.equal(bytesOf('bulkGetVersions', {}, pairs(1_000)), limits.answerBytesMax);
  assert.equal(bytesOf('bulkGetVersions', {}, pairs(10)), ten);
  const names = Array.from({ length: 10 }, () => 'Blur');
  assert.equal(bytesOf('resolveAppNodes', {}, { names }), ten);
});
