import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import {
  type ErrorCode,
  RegistryError,
  createClient,
  getMetrics,
  getNode,
  installNode,
  listPublishers,
  listVersions,
  memoryCache,
  updateNode,
} from '@patchbay/client';
import { uniqueId } from '../../server/test/support/build.ts';
import { openRegistry } from './open-registry.ts';
import { startFront } from './start-front.ts';

suite('requests', async () => {
  const registry = await openRegistry({ after });

  test('path, query and body go where the endpoint wants them, and the response is typed', async () => {
    const publisher = await registry.publisher();
    const nodeId = uniqueId('Node & Co').replaceAll(/[^\w-]/g, '-');
    await registry.publish(publisher, nodeId, '1.0.0');
    const edited = await updateNode(publisher.owner, {
      publisherId: publisher.id,
      nodeId,
      body: { description: 'Line one\nLine "two" ü' },
    });
    assert.equal(edited.description, 'Line one\nLine "two" ü');
    const node = await getNode(registry.anonymous, { nodeId, include_translations: true });
    assert.deepEqual([node.id, node.latest_version?.version], [nodeId, '1.0.0']);
    const { versions } = await listVersions(registry.anonymous, {
      node_id: nodeId,
      statuses: ['NodeVersionStatusActive', 'NodeVersionStatusFlagged'],
    });
    assert.deepEqual(
      versions.map(({ version }) => version),
      ['1.0.0'],
    );
    assert.ok((await listPublishers(registry.anonymous)).some(({ id }) => id === publisher.id));
    assert.match(await getMetrics(registry.anonymous), /^# HELP /m);
  });

  test('a refusal is a RegistryError with the code, the faults and the id of the request', async () => {
    const { owner, id: publisherId } = await registry.publisher();
    const refusal = async (call: Promise<unknown>): Promise<RegistryError> => {
      const error: unknown = await call.then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      assert.ok(error instanceof RegistryError);
      return error;
    };
    const missing = await refusal(getNode(registry.anonymous, { nodeId: 'nowhere' }));
    assert.deepEqual([missing.name, missing.status, missing.code], ['RegistryError', 404, 'node_not_found']);
    assert.match(missing.requestId ?? '', /^[0-9a-f-]{36}$/);
    const code: ErrorCode | undefined = missing.code;
    assert.equal(code, 'node_not_found');
    const faulty = await refusal(
      updateNode(owner, { publisherId, nodeId: 'x', body: { name: 'x'.repeat(201) } }),
    );
    assert.deepEqual([faulty.status, faulty.details[0]?.path], [400, '/name']);
  });

  test('a value that would change the path is refused before anything is sent', async (t) => {
    const front = await startFront(t, registry.server.url, []);
    const client = createClient({ url: front.url });
    for (const nodeId of ['', '.', '..']) {
      await assert.rejects(installNode(client, { nodeId }), URIError);
    }
    await assert.rejects(getNode(client, { nodeId: '../publishers' }), { code: 'node_not_found' });
    assert.deepEqual(
      front.requests.map(({ url }) => url),
      ['/nodes/..%2Fpublishers'],
    );
  });

  test('the client works below a path of its URL', async (t) => {
    const front = await startFront(t, registry.server.url, []);
    const client = createClient({ url: `${front.url}/registry/` });
    await assert.rejects(getNode(client, { nodeId: 'x' }));
    assert.equal(front.requests[0]?.url, '/registry/nodes/x');
    assert.throws(() => createClient({ url: 'registry' }), TypeError);
  });

  test('with a cache, an unchanged response is sent without its body and a changed one replaces it', async (t) => {
    const publisher = await registry.publisher();
    const nodeId = uniqueId('cached');
    await registry.publish(publisher, nodeId, '1.0.0');
    const statuses: number[] = [];
    const client = createClient({
      url: registry.server.url,
      cache: memoryCache(2),
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        statuses.push(response.status);
        return response;
      },
    });
    const first = await getNode(client, { nodeId });
    assert.deepEqual(await getNode(client, { nodeId }), first);
    await updateNode(publisher.owner, { publisherId: publisher.id, nodeId, body: { name: 'Changed' } });
    assert.equal((await getNode(client, { nodeId })).name, 'Changed');
    assert.deepEqual(statuses, [200, 304, 200]);
    for (const id of ['a', 'b']) await assert.rejects(getNode(client, { nodeId: id }));
    t.diagnostic(statuses.join());
  });
});
