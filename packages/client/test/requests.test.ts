import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import {
  type Client,
  type ErrorCode,
  IntegrityError,
  RegistryError,
  createClient,
  deleteNode,
  dryRunPublish,
  getMetrics,
  getNode,
  installNode,
  listPublishers,
  listVersions,
  memoryCache,
  updateNode,
  uploadPackage,
} from '@patchbay/client';
import { uniqueId } from '../../server/test/support/build.ts';
import { openRegistry } from './open-registry.ts';
import { refuse, startFront } from './start-front.ts';

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

  test('304 to who has no copy is an error, of a read and of an upload', async (t) => {
    const front = await startFront(t, '', [refuse(304), refuse(304)]);
    const client = createClient({ url: front.url });
    const refused = { name: 'RegistryError', status: 304 };
    await assert.rejects(getNode(client, { nodeId: 'x' }), refused);
    await assert.rejects(uploadPackage(client, `${front.url}/upload`, new Blob(['x'])), refused);
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

  test('a response with 200 that is not what its endpoint sends is an IntegrityError, whatever it is', async (t) => {
    const publication = {
      publisherId: 'ada',
      nodeId: 'x',
      body: { node: {}, node_version: { version: '1.0.0' }, personal_access_token: 'x' },
    };
    const calls: ((client: Client) => Promise<unknown>)[] = [
      (client) => getNode(client, { nodeId: 'x' }),
      (client) => listPublishers(client),
      (client) => deleteNode(client, { publisherId: 'ada', nodeId: 'x' }),
      (client) => dryRunPublish(client, publication),
    ];
    const bodies = [
      ['text/html', '<h1>Welcome</h1>'],
      ['text/html', '{}'],
      ['application/json', ''],
      ['application/json', '{"id":'],
      ['application/json', 'null'],
      ['application/json', '"x"'],
    ] as const;
    for (const call of calls) {
      for (const [type, body] of bodies) {
        const front = await startFront(t, '', [refuse(200, { 'content-type': type }, body)]);
        await assert.rejects(call(createClient({ url: front.url })), IntegrityError, `${type}: ${body}`);
      }
    }
    const sending = async (body: string): Promise<Client> => {
      const front = await startFront(t, '', [refuse(200, { 'content-type': 'application/json' }, body)]);
      return createClient({ url: front.url });
    };
    await assert.rejects(getNode(await sending('[]'), { nodeId: 'x' }), IntegrityError);
    await assert.rejects(listPublishers(await sending('{}')), IntegrityError);
    assert.deepEqual(await listPublishers(await sending('[]')), []);
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
