import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher, publishActive } from '../support/build.ts';
import { crawl } from '../support/crawl.ts';
import { startServer } from '../support/start-server.ts';
import { suiteOnBoth } from '../support/variants.ts';

/** Of every item that a crawl saw, how often. */
const countBy = (items: readonly Record<string, unknown>[], ...keys: string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const item of items) {
    const name = keys.map((key) => String(item[key])).join(' ');
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
};

suiteOnBoth('a crawl while others publish, delete, restore and ban', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const bob = await makePublisher(server, 'bob');
  const moderator = await server.moderator();
  const steady = Array.from({ length: 8 }, (_, index) => `steady-${index}`);
  const restless = Array.from({ length: 4 }, (_, index) => `restless-${index}`);
  // Those that stay and those that come and go lie between one another.
  for (const [index, id] of steady.entries()) {
    await publishActive(server, ada, id, '1.0.0');
    if (index % 2 === 0)
      await publishActive(server, index % 4 === 0 ? bob : ada, `restless-${index / 2}`, '1.0.0');
    const body = { app_nodes: [{ app_node_name: 'Blur' }, { app_node_name: 'Sharpen' }] };
    const reply = await moderator.put(`/admin/nodes/${id}/versions/1.0.0/app-nodes`, body);
    assert.equal(reply.status, 200, reply.text);
  }

  let made = 0;
  const set = (publisher: string, id: string, status: string) =>
    moderator.put(`/publishers/${publisher}/nodes/${id}`, { status });
  const steps: readonly (() => Promise<unknown>)[] = [
    () => set('ada', 'restless-1', 'NodeStatusDeleted'),
    () => publishActive(server, ada, `new-${(made += 1)}`, '1.0.0'),
    () => moderator.put('/admin/publishers/bob', { status: 'PublisherStatusBanned', reason: 'Checked.' }),
    () => set('ada', 'restless-3', 'NodeStatusBanned'),
    () => publishActive(server, ada, 'steady-0', `1.0.${(made += 1)}`),
    () => set('ada', 'restless-1', 'NodeStatusActive'),
    () => moderator.put('/admin/publishers/bob', { status: 'PublisherStatusActive', reason: 'Checked.' }),
    () => set('ada', 'restless-3', 'NodeStatusActive'),
    () => set('bob', 'restless-2', 'NodeStatusDeleted'),
    () => set('bob', 'restless-2', 'NodeStatusActive'),
  ];

  /** Crawls with a write between any two pages and others at the same time as each. */
  const crawlAmidWrites = async (path: string, key: string, from: number) => {
    let step = from;
    const next = () => steps[(step += 1) % steps.length]?.();
    const pending: Promise<unknown>[] = [];
    const items = await crawl(server.anonymous, path, key, async () => {
      await next();
      pending.push(Promise.resolve(next()));
    });
    await Promise.all(pending);
    return items;
  };

  for (const limit of [1, 4, 7]) {
    test(`of all nodes by ${limit}: none twice, none missed that was there throughout`, async () => {
      const seen = countBy(await crawlAmidWrites(`/nodes?limit=${limit}`, 'nodes', limit), 'id');
      assert.deepEqual(
        [...seen].filter(([, count]) => count > 1),
        [],
      );
      assert.deepEqual(
        steady.filter((id) => !seen.has(id)),
        [],
      );
    });
  }

  test('of all versions and of all app-nodes as well', async () => {
    const versions = countBy(await crawlAmidWrites('/versions?limit=3', 'versions', 2), 'node_id', 'version');
    assert.deepEqual(
      [...versions].filter(([, count]) => count > 1),
      [],
    );
    assert.deepEqual(
      steady.filter((id) => !versions.has(`${id} 1.0.0`)),
      [],
    );
    const path = '/app-nodes?limit=3';
    const appNodes = countBy(
      await crawlAmidWrites(path, 'app_nodes', 5),
      'node_id',
      'version',
      'app_node_name',
    );
    assert.deepEqual(
      [...appNodes].filter(([, count]) => count > 1),
      [],
    );
    for (const name of ['Blur', 'Sharpen']) {
      assert.deepEqual(
        steady.filter((id) => !appNodes.has(`${id} 1.0.0 ${name}`)),
        [],
      );
    }
  });

  test('at rest: all is there once, in its order, and the totals are exact', async () => {
    await moderator.put('/admin/publishers/bob', { status: 'PublisherStatusActive', reason: 'Checked.' });
    for (const [index, id] of restless.entries()) {
      await set(index % 2 === 0 ? 'bob' : 'ada', id, 'NodeStatusActive');
    }
    await server.settle();
    const nodes = await crawl(server.anonymous, '/nodes?limit=5', 'nodes');
    const whole = (await server.anonymous.get('/nodes?limit=1000')).json;
    assert.deepEqual(nodes, whole.nodes);
    assert.equal(whole.total, nodes.length);
    assert.ok([...steady, ...restless].every((id) => nodes.some((node) => node['id'] === id)));
    for (const [path, key] of [
      ['/versions', 'versions'],
      ['/app-nodes', 'app_nodes'],
    ] as const) {
      const items = await crawl(server.anonymous, path, key);
      assert.equal((await server.anonymous.get(path)).json.total, items.length, path);
    }
  });
});
