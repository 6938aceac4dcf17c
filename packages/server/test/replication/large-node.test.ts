import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type RequestListener, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { limits } from '@patchbay/contract';
import type { Client } from '../support/client.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

const at = '2026-01-01T00:00:00.000Z';
const publisher = { id: 'eve', name: 'Eve', createdAt: at, status: 'PublisherStatusActive' };
const node = { id: 'large', name: 'Large', status: 'NodeStatusActive', created_at: at, publisher };

const presentVersion = (version: string, changelog: string): object => ({
  node_id: 'large',
  version,
  changelog,
  status: 'NodeVersionStatusActive',
  app_node_extract_status: 'success',
  createdAt: at,
});
const definition = 'x'.repeat(limits.definitionCharsMax - 2);

/** What each version has: so many app-nodes with as much text as one may have. */
const appNodesOf = (count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({
    app_node_name: `Blur ${index}`,
    input_types: JSON.stringify(definition),
  }));

interface Sent {
  numbers: readonly string[];
  changelog?: string;
  /** Of each version. */
  appNodes?: readonly object[];
  /** Precedes each answer with them. */
  onAsked?: () => Promise<unknown>;
}

/** A source with one node. */
const openSource = async (
  t: TestContext,
  { numbers, changelog = '', appNodes = [], onAsked = async () => undefined }: Sent,
): Promise<string> => {
  const changes = [
    { node_id: 'large', node: {} },
    ...numbers.map((version) => ({ node_id: 'large', version })),
  ];
  const answers: Record<string, object> = {
    '/changes': { changes, next: '1', more: false },
    '/nodes/large': node,
  };
  const page = (number: number): object[] =>
    numbers
      .slice((number - 1) * limits.barePageSizeMax, number * limits.barePageSizeMax)
      .map((version) => presentVersion(version, changelog));
  const answer = async (...[{ url = '' }, response]: Parameters<RequestListener>): Promise<void> => {
    const { pathname: path, searchParams } = new URL(url, 'http://source');
    const isOfVersion = path.endsWith('/app-nodes');
    if (isOfVersion) await onAsked();
    const said = isOfVersion
      ? { app_nodes: appNodes, total: appNodes.length }
      : (answers[path] ?? page(Number(searchParams.get('page'))));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said));
  };
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const countVersions = async (anonymous: Client): Promise<number> => {
  const { status, json } = await anonymous.get('/nodes/large/versions');
  return status === 200 ? json.length : 0;
};

suite('a mirror of a node that has more app-nodes than fit into the memory', () => {
  test('writes some of its versions before it reads what the others have', async (t) => {
    const numbers = Array.from({ length: 12 }, (_, index) => `1.0.${index}`);
    const written: number[] = [];
    const mirror = await startServer(t, {
      UPSTREAM: await openSource(t, {
        numbers,
        appNodes: appNodesOf(21),
        onAsked: async () => written.push(await countVersions(mirror.anonymous)),
      }),
    });
    await mirror.settle();
    assert.equal(await countVersions(mirror.anonymous), numbers.length);
    assert.deepEqual(written, [0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8]);
    const { json } = await mirror.anonymous.get('/nodes/large/versions/1.0.11/app-nodes?limit=100');
    assert.equal(json.total, 21);
  });

  test('takes no more of a version than a registry takes of a package', async (t) => {
    const source = await openSource(t, { numbers: ['1.0.0'], appNodes: appNodesOf(90) });
    const mirror = await startServer(t, { UPSTREAM: source });
    await mirror.settle();
    const { json } = await mirror.anonymous.get('/nodes/large/versions/1.0.0/app-nodes?limit=1');
    assert.equal(json.total, Math.floor(limits.appNodesBytesMax / (limits.definitionCharsMax + 40)));
  });
  test('leaves out a node whose versions say more of themselves than is held at a time', async (t) => {
    const changelog = 'x'.repeat(limits.changelogCharsMax);
    const numbers = Array.from({ length: 700 }, (_, index) => `1.0.${index}`);
    const mirror = await startServer(t, { UPSTREAM: await openSource(t, { numbers, changelog }) });
    await mirror.settle();
    assert.equal(await countVersions(mirror.anonymous), 0);
    const { json } = await mirror.anonymous.get('/health/status');
    assert.equal(json.source.reachable, true);
  });
});
