import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type Endpoint, endpoints, errors } from '@patchbay/contract';

/** The endpoints of the interface, in its order; each header it shows is required. */
const ofTheInterface = [
  ['GET', '/publishers/{publisherId}/nodes/v2', 200],
  ['PUT', '/publishers/{publisherId}/nodes/{nodeId}', 200],
  ['POST', '/publishers/{publisherId}/nodes/{nodeId}/versions', 201],
  ['PUT', '/publishers/{publisherId}/nodes/{nodeId}/versions/{versionId}', 200],
  ['PUT', '/nodes/{nodeId}/versions/{version}/app-nodes/{appNodeName}', 200],
  ['GET', '/nodes/{nodeId}', 200],
  ['POST', '/bulk/nodes/versions', 200],
];

const all = Object.entries<Endpoint>(endpoints);

suite('endpoints', () => {
  test('the seven endpoints of the interface have its methods and paths', () => {
    assert.deepEqual(
      all.slice(0, 7).map(([, { method, path, reply }]) => [method, path, reply.status]),
      ofTheInterface,
    );
    assert.deepEqual(
      all.slice(0, 7).map(([, { auth }]) => auth),
      ['bearer', 'bearer', 'bearer', 'bearer', 'bearer', 'optional', 'public'],
    );
  });

  test('no two endpoints share method and path', () => {
    const addresses = all.map(([, { method, path }]) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`);
    assert.deepEqual(addresses, [...new Set(addresses)]);
  });

  for (const [name, endpoint] of all) {
    test(`${name} answers errors of the table, each once`, () => {
      for (const code of endpoint.errors) assert.ok(Object.hasOwn(errors, code), code);
      assert.equal(new Set(endpoint.errors).size, endpoint.errors.length);
    });
  }
});
