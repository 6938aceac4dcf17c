import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { assertRefused } from '../support/assert-refused.ts';
import { makePublisher } from '../support/build.ts';
import { type TestServer, startServer } from '../support/start-server.ts';
import { currentVariant, suite } from '../support/variants.ts';

/** Almost all of it is everywhere in the texts. */
const repository = `${'a'.repeat(2_000)}b`;

/** Makes every search take longer than it may, as far as the engine is concerned. */
const slowDown = async ({ server }: TestServer): Promise<{ release: () => Promise<void> }> => {
  const { store } = server.context;
  if (currentVariant().engine === 'postgres') {
    const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = store.write({ actor: 'server' }, async ({ db }) => {
      await sql`lock table search_texts in access exclusive mode`.execute(db);
      locked.resolve();
      await released.promise;
    });
    await locked.promise;
    return {
      release: () => {
        released.resolve();
        return holding;
      },
    };
  }
  // In fewer nodes than a catalogue has, but longer ones; the time is looked at once in 64 of them.
  await store.write({ actor: 'server' }, async ({ db }) => {
    const node = await db.selectFrom('nodes').selectAll().executeTakeFirstOrThrow();
    const texts = await db.selectFrom('search_texts').selectAll().executeTakeFirstOrThrow();
    for (let index = 1; index <= 70; index += 1) {
      const copy = { key: `copy-${index}`, ordinal: 1_000 + index, repository: 'a'.repeat(1_000_000) };
      await db
        .insertInto('nodes')
        .values({ ...node, ...copy })
        .execute();
      await db
        .insertInto('search_texts')
        .values({ ...texts, ordinal: copy.ordinal, place: texts.place + index })
        .execute();
    }
  });
  return { release: () => Promise.resolve() };
};

suite('a search that takes too long', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');

  test('503: is ended, and other requests are answered meanwhile', async () => {
    assert.equal((await ada.owner.post('/publishers/ada/nodes', { id: 'one', name: 'One' })).status, 201);
    const { release } = await slowDown(server);
    const order: string[] = [];
    const search = server.anonymous
      .get(`/nodes/search?search=one&repository_url_search=${repository}`)
      .then((reply) => {
        order.push('search');
        return reply;
      });
    for (const path of ['/health', '/nodes/one', '/nodes?limit=1000', '/nodes?sort=name']) {
      assert.equal((await server.anonymous.get(path)).status, 200, path);
      order.push(path);
    }
    const refused = await search;
    assertRefused(refused, 'read_timeout');
    assert.match(refused.json.message, /longer than 1 second. Search for longer or more words/);
    assert.ok(refused.headers.has('retry-after'));
    // Long lists may take longer than the search, which is ended.
    assert.deepEqual(order.slice(0, 2), ['/health', '/nodes/one']);
    await release();
    assert.equal((await server.anonymous.get('/nodes/search?search=one')).status, 200);
  });
});
