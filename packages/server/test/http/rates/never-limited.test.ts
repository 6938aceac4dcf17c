import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits, rates } from '@patchbay/contract';
import { makePublisher, publication, publishActive, zip } from '../../support/build.ts';
import { Client, type Reply } from '../../support/client.ts';
import { crawl } from '../../support/crawl.ts';
import { type TestServer, startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

const succeed = (reply: Reply): Reply => {
  assert.equal(reply.status < 300, true, reply.text);
  return reply;
};

const idOf = (index: number): string => `node-${index}`;

/** Nodes with a version each, published as a CI does it. */
const makeCatalogue = async (server: TestServer, nodes: number): Promise<void> => {
  const publisher = await makePublisher(server, 'ada');
  for (let index = 0; index < nodes; index += 1) {
    await publishActive(server, publisher, idOf(index), '1.0.0');
  }
};

const leftOf = (rate: string, { headers }: Reply): number =>
  Number(new RegExp(`"${rate}";r=(\\d+)`).exec(headers.get('ratelimit') ?? '')?.[1]);

suite('never limited', () => {
  test('a crawl of the whole catalogue with a bulk of all versions, while nothing is cached', async (t) => {
    const server = await startServer(t, { RATE_LIMITS: 'on', CACHE_BYTES: '0' });
    server.clock.stop();
    const { anonymous } = server;
    await makeCatalogue(server, 20);
    for (const path of ['/nodes?limit=1', '/versions?limit=1']) {
      const items = await crawl(anonymous, path, path.startsWith('/nodes') ? 'nodes' : 'versions');
      assert.equal(items.length, 20);
    }
    const pairs = Array.from({ length: 20 }, (_, index) => ({ node_id: idOf(index), version: '1.0.0' }));
    const bulk = succeed(await anonymous.post('/bulk/nodes/versions', { node_versions: pairs }));
    assert.ok(bulk.json.node_versions.every(({ status }: { status: string }) => status === 'success'));
    // A page and an item of a bulk cost the same in any catalogue, which has 60,000 nodes at most here.
    assert.ok(leftOf('reads', bulk) >= rates.reads.burst - 41, bulk.headers.get('ratelimit') ?? '');
    assert.ok(60_000 / limits.pageSizeDefault + 60_000 / limits.itemsPerToken < rates.reads.burst);
  });

  test('a CI that publishes 40 nodes one after the other, twice, with uploads', async (t) => {
    const server = await startServer(t, { RATE_LIMITS: 'on' });
    server.clock.stop();
    const { id, token } = await makePublisher(server, 'ada');
    const ci = new Client(server.url, token);
    const bytes = await zip({ '__init__.py': '' });
    const publish = async (index: number): Promise<Reply> => {
      const path = `/publishers/${id}/nodes/${idOf(index)}/versions` as const;
      const reply = await ci.post(path, publication(token, '1.0.0'));
      if (reply.status === 201) succeed(await ci.upload(reply.json.signedUrl, bytes));
      return reply;
    };
    for (let index = 0; index < 40; index += 1) succeed(await publish(index));
    for (let index = 0; index < 40; index += 1) {
      assert.equal((await publish(index)).json.error, 'version_exists', 'it is there already');
    }
  });

  test('200 hosts behind one address that start at once', async (t) => {
    const server = await startServer(t, { RATE_LIMITS: 'on' });
    server.clock.stop();
    const { anonymous } = server;
    const nodes = 12;
    // With the clock stopped, each costs as much as the others.
    const hosts = 20;
    await makeCatalogue(server, nodes);
    const pairs = Array.from({ length: nodes }, (_, index) => ({ node_id: idOf(index), version: '1.0.0' }));
    const start = async (host: number): Promise<void> => {
      // Hosts differ in their versions, so that few share what is cached.
      const compatible = `compatible=true&app_version=1.0.${host}&form_factor=git-linux`;
      await crawl(anonymous, `/nodes?limit=3&${compatible}`, 'nodes');
      succeed(await anonymous.post('/bulk/nodes/versions', { node_versions: pairs }));
      for (let index = 0; index < 2; index += 1) {
        const reply = succeed(await anonymous.get(`/nodes/${idOf((host + index) % nodes)}/install`));
        succeed(await anonymous.get(new URL(reply.json.downloadUrl).pathname));
      }
    };
    await Promise.all(Array.from({ length: hosts }, (_, host) => start(host)));
    const read = await anonymous.get('/nodes/unknown');
    const download = await anonymous.get('/packages/ada/unknown/1.0.0.zip');
    for (const [rate, last] of [
      ['reads', read],
      ['downloads', download],
    ] as const) {
      const { burst } = rates[rate];
      const used = burst - leftOf(rate, last);
      assert.ok(used >= hosts && (used / hosts) * 200 < burst / 2, `${rate}: ${used}`);
    }
  });
});
