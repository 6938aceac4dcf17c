import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import {
  changesAfter,
  createClient,
  createNode,
  itemsOf,
  listMyPublishers,
  listNodes,
  listPublisherNodes,
  listPublishers,
} from '@patchbay/client';
import { uniqueId } from '../../server/test/support/build.ts';
import { openRegistry } from './open-registry.ts';

const collect = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
};

suite('lists', async () => {
  const registry = await openRegistry({ after });

  test('all items come once, however small the pages are', async () => {
    const { id: publisherId, owner } = await registry.publisher();
    const ids = ['a', 'b', 'c', 'd', 'e'].map((name) => uniqueId(name));
    for (const id of ids) await createNode(owner, { publisherId, body: { id } });
    const found: string[] = [];
    for await (const { id = '' } of itemsOf(listPublisherNodes, owner, { publisherId, limit: 2 }))
      found.push(id);
    assert.deepEqual(found.toSorted(), ids.toSorted());
    assert.ok((await collect(itemsOf(listNodes, owner, { limit: 2 }))).length >= ids.length);
  });

  test('a list that is a bare array ends as well, and an empty one has no items', async () => {
    const { id, owner } = await registry.publisher();
    await registry.publisher();
    const all = await collect(itemsOf(listPublishers, registry.anonymous, { limit: 1 }));
    assert.ok(all.some((publisher) => publisher.id === id) && all.length >= 2);
    assert.equal((await collect(itemsOf(listMyPublishers, owner, {}))).length, 1);
    const none = itemsOf(listNodes, registry.anonymous, { node_id: ['nowhere'] });
    assert.deepEqual(await collect(none), []);
  });

  test('a list that never ends is an error, and one of no known length ends', async () => {
    const answering = (totalPages: unknown) =>
      createClient({
        url: registry.server.url,
        fetch: async () => Response.json({ nodes: [], totalPages }),
      });
    await assert.rejects(collect(itemsOf(listNodes, answering(1e12), {})), { name: 'IntegrityError' });
    assert.deepEqual(await collect(itemsOf(listNodes, answering('many'), {})), []);
  });

  test('a moderator reads the log to its end', async () => {
    await registry.publisher();
    const moderator = await registry.server.moderator();
    const client = createClient({ url: registry.server.url, token: moderator.bearer });
    const all = await collect(changesAfter(client, { limit: 1 }));
    assert.deepEqual(
      all.map(({ seq }) => seq),
      all.map((_, index) => index + 1),
    );
    assert.ok(all.length >= 2);
  });
});
