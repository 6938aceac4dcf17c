import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type Endpoint, endpoints, endpointsByArea, errors } from '@patchbay/contract';

/** The endpoints of the interface; each header it shows is required. */
const ofTheInterface = {
  listPublisherNodes: ['GET', '/publishers/{publisherId}/nodes/v2', 200, 'bearer'],
  updateNode: ['PUT', '/publishers/{publisherId}/nodes/{nodeId}', 200, 'bearer'],
  publishVersion: ['POST', '/publishers/{publisherId}/nodes/{nodeId}/versions', 201, 'bearer'],
  updateVersion: ['PUT', '/publishers/{publisherId}/nodes/{nodeId}/versions/{versionId}', 200, 'bearer'],
  updateAppNode: ['PUT', '/nodes/{nodeId}/versions/{version}/app-nodes/{appNodeName}', 200, 'bearer'],
  getNode: ['GET', '/nodes/{nodeId}', 200, 'optional'],
  bulkGetVersions: ['POST', '/bulk/nodes/versions', 200, 'public'],
} as const;

const all = Object.entries<Endpoint>(endpoints);

suite('endpoints', () => {
  for (const [name, expected] of Object.entries(ofTheInterface)) {
    test(`${name} has the method, the path, the status and the caller that the interface gives it`, () => {
      const { method, path, reply, auth } = endpoints[name as keyof typeof ofTheInterface];
      assert.deepEqual([method, path, reply.status, auth], expected);
    });
  }

  test('every endpoint is of one area, that of its tag', () => {
    const ofAreas = Object.entries(endpointsByArea).flatMap(([area, table]) =>
      Object.entries<Endpoint>(table).map(([name, { tag }]) => [name, area, tag]),
    );
    assert.deepEqual(
      ofAreas,
      all.map(([name, { tag }]) => [name, tag, tag]),
    );
  });

  test('no two endpoints share method and path, unless one is the dry run of the other', () => {
    const addressOf = ({ method, path }: Endpoint) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`;
    const [dryRuns, others] = [true, false].map((isDryRun) =>
      all
        .filter(([, endpoint]) => (endpoint.isDryRun ?? false) === isDryRun)
        .map(([, one]) => addressOf(one)),
    );
    for (const addresses of [dryRuns, others]) assert.deepEqual(addresses, [...new Set(addresses)]);
    for (const address of dryRuns ?? []) assert.ok(others?.includes(address), address);
  });

  for (const [name, endpoint] of all) {
    test(`${name} answers errors of the table, each once`, () => {
      for (const code of endpoint.errors) assert.ok(Object.hasOwn(errors, code), code);
      assert.equal(new Set(endpoint.errors).size, endpoint.errors.length);
    });
  }
});
