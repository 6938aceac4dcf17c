import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { limits } from '@patchbay/contract';
import { sql } from 'kysely';
import type { NodeFilter } from '../../src/store/listing/node-filter.ts';
import { addDownloads } from '../../src/store/rows/nodes.ts';
import { searchNodes } from '../../src/search/search-nodes.ts';
import { searchRank } from '../../src/search/search-rank.ts';
import type { Writer } from '../../src/store/store.ts';
import { findWords } from '../../src/search/words.ts';
import { openTestStore } from '../support/open-store.ts';
import { suiteOnBoth } from '../support/variants.ts';

const { searchedNodesMax } = limits;
const nodeCount = searchedNodesMax + 20;
const bannedCount = 30;
const limit = 10;

/**
 * Nodes `thing-1` to `thing-<nodeCount>`, each with 100 downloads more than the one before, and after them banned
 * ones. The first is of the id `thing`, the second of this name, the third alone knows a unicorn and is `qz`.
 */
const fill = async ({ db }: Writer): Promise<void> => {
  const last = sql.lit(nodeCount + bannedCount);
  await sql`
    insert into publishers (id, profile_json, status, created_at)
    values ('ada', '{}', 'PublisherStatusActive', '2026-01-01')
  `.execute(db);
  await sql`
    insert into nodes (key, id, publisher_id, metadata_json, moderation_json, status, created_at, updated_at,
      name, ordinal, downloads, listed)
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${last})
    select case when n = 1 then 'thing' else 'thing-' || n end, 'thing-' || n, 'ada', '{}', '{}',
      case when n <= ${sql.lit(nodeCount)} then 'NodeStatusActive' else 'NodeStatusBanned' end,
      '2026-01-01', '2026-01-01', case when n = 2 then 'thing' else 'thing-' || n end, n, 100 * n,
      case when n <= ${sql.lit(nodeCount)} then 1 else 0 end
    from numbers
  `.execute(db);
  await sql`
    insert into search_texts (ordinal, place, search_text, app_node_names)
    select ordinal, ${searchRank}, case when ordinal = 3 then 'thing, unicorn, qz' else 'thing' end, '' from nodes
  `.execute(db);
};

const openFilled = async (test: Parameters<typeof openTestStore>[0]) => {
  const { store } = await openTestStore(test);
  await store.write({ actor: 'server' }, fill);
  const search = async (
    query: string,
    { page = 1, filter = {} }: { page?: number; filter?: NodeFilter } = {},
  ) => {
    const asked = { page, limit, offset: (page - 1) * limit };
    const words = { anywhere: findWords(query), appNodes: [] };
    const { items, total } = await searchNodes(store, { query, words }, filter, asked);
    return { total, numbers: items.map((key) => (key === 'thing' ? 1 : Number(key.replace('thing-', '')))) };
  };
  return { store, search };
};

suiteOnBoth('a search among more nodes than it looks at', async () => {
  const { search } = await openFilled({ after });

  test('finds the popular ones, by downloads, and counts no further', async () => {
    assert.deepEqual(await search('thi'), { total: searchedNodesMax, numbers: countDown(nodeCount) });
    const second = await search('thi', { page: 2 });
    assert.deepEqual(second.numbers, countDown(nodeCount - limit));
  });

  test('leaves out the least popular by the first digit of their downloads, of those the youngest', async () => {
    const last = await search('thi', { page: searchedNodesMax / limit });
    assert.deepEqual(last, { total: searchedNodesMax, numbers: [30, 28, 27, 26, 25, 24, 23, 22, 21, 20] });
    const behind = await search('thi', { page: searchedNodesMax / limit + 1 });
    assert.deepEqual(behind, { total: searchedNodesMax, numbers: [] });
  });

  test('has those of exactly this id and name first, however unpopular, and each once', async () => {
    const first = await search('thing');
    assert.deepEqual(first, { total: searchedNodesMax, numbers: countDown(nodeCount, [1, 2]) });
    const last = await search('thing', { page: searchedNodesMax / limit });
    assert.deepEqual(last.numbers.at(-1), 22, 'two fewer of the others');
    const behind = await search('thing', { page: searchedNodesMax / limit + 1 });
    assert.deepEqual(behind.numbers, []);
  });

  test('finds a word that few nodes have wherever it is, alone and beside common ones', async () => {
    for (const query of ['unicorn', 'thing unicorn', 'unicorn qz']) {
      assert.deepEqual(await search(query), { total: 1, numbers: [3] }, query);
    }
  });

  test('looks at every node that the filter names', async () => {
    const filter = { ids: ['thing-3', 'thing-4', 'thing-10030'] };
    assert.deepEqual(await search('thing', { filter }), { total: 2, numbers: [4, 3] });
    assert.deepEqual(await search('qz', { filter }), { total: 1, numbers: [3] });
  });

  test('looks for one and two letters among the popular ones, to which downloads lift a node', async (t) => {
    const { store, search } = await openFilled(t);
    assert.deepEqual(await search('qz'), { total: 0, numbers: [] });
    await store.write({ actor: 'server' }, (tx) =>
      addDownloads(tx, store.engine, new Map([['thing-3', 2_000_000]])),
    );
    assert.deepEqual(await search('qz'), { total: 1, numbers: [3] });
    assert.deepEqual((await search('thi')).numbers, countDown(nodeCount, [3]));
    assert.deepEqual(await search('unicorn'), { total: 1, numbers: [3] }, 'and is indexed as before');
  });
});

/** The numbers of one page, from the highest. */
const countDown = (from: number, before: readonly number[] = []): number[] => [
  ...before,
  ...Array.from({ length: limit - before.length }, (_, index) => from - index),
];
