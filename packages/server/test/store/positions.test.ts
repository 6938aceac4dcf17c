import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import * as fc from 'fast-check';
import { findNodes } from '../../src/store/listing/node-lists.ts';
import { writeNewNode, writeNode, writePublisher } from '../../src/lifecycle/write-rows.ts';
import { findNode } from '../../src/store/rows/nodes.ts';
import { findPositions } from '../../src/store/listing/positions.ts';
import { findPublisher, insertPublisher } from '../../src/store/rows/publishers.ts';
import { openTestStore } from '../support/open-store.ts';
import { suiteOnBoth } from '../support/variants.ts';

const seed = 20_260_107;

type Step =
  | { kind: 'publish'; by: number }
  | { kind: 'move'; node: number; status: 'NodeStatusActive' | 'NodeStatusDeleted' | 'NodeStatusBanned' }
  | { kind: 'ban'; publisher: number; status: 'PublisherStatusActive' | 'PublisherStatusBanned' };

const publishers = ['one', 'two', 'three'];

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('publish' as const), by: fc.nat(publishers.length - 1) }),
  fc.record({
    kind: fc.constant('move' as const),
    node: fc.nat(1_000),
    status: fc.constantFrom('NodeStatusActive', 'NodeStatusDeleted', 'NodeStatusBanned'),
  }),
  fc.record({
    kind: fc.constant('ban' as const),
    publisher: fc.nat(publishers.length - 1),
    status: fc.constantFrom('PublisherStatusActive', 'PublisherStatusBanned'),
  }),
);

suiteOnBoth('places', async () => {
  const { store } = await openTestStore({ after });
  const keys: string[] = [];
  await store.write({ actor: 'server' }, async (tx) => {
    for (const id of publishers) await insertPublisher(tx, id, {});
  });

  const take = (taken: Step): Promise<void> =>
    store.write({ actor: 'server' }, async (tx) => {
      if (taken.kind === 'publish') {
        const publisherId = publishers[taken.by] ?? '';
        const { key } = await writeNewNode(tx, { id: `node-${keys.length}`, publisherId, metadata: {} });
        keys.push(key);
      } else if (taken.kind === 'move') {
        const node = await findNode(tx.db, keys[taken.node % keys.length] ?? '');
        if (node !== undefined) await writeNode(tx, { ...node, status: taken.status });
      } else {
        const publisher = await findPublisher(tx.db, publishers[taken.publisher] ?? '');
        if (publisher !== undefined) await writePublisher(tx, { ...publisher, status: taken.status });
      }
    });

  /** The keys that are listed now, by the rows that say so and not by what was derived of them. */
  const findListed = async (): Promise<string[]> => {
    const rows = await store.read
      .selectFrom('nodes')
      .innerJoin('publishers', 'publishers.id', 'nodes.publisher_id')
      .select('nodes.key')
      .where('nodes.status', '=', 'NodeStatusActive')
      .where('publishers.status', '=', 'PublisherStatusActive')
      .execute();
    return rows.map(({ key }) => key);
  };

  test('a crawl between any steps sees no node twice and all that were listed throughout', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 12 }),
        fc.integer({ min: 3, max: 9 }),
        async (steps, limit) => {
          const rest = [...steps];
          let throughout = new Set(await findListed());
          const seen: string[] = [];
          for (let page = 1, pages = 1; page <= pages; page += 1) {
            const asked = { page, limit, offset: (page - 1) * limit };
            const { items, total, places } = await findNodes(store, {}, undefined, asked);
            seen.push(...items);
            pages = Math.ceil(places / limit);
            assert.equal(total, (await findListed()).length);
            for (const taken of rest.splice(0, 2)) {
              await take(taken);
              const listed = new Set(await findListed());
              throughout = new Set([...throughout].filter((key) => listed.has(key)));
            }
          }
          for (const taken of rest) await take(taken);
          assert.equal(new Set(seen).size, seen.length, 'none twice');
          assert.deepEqual(
            [...throughout].filter((key) => !seen.includes(key)),
            [],
            'none missed',
          );
        },
      ),
      { seed, numRuns: 30 },
    );
  });

  test('places are dense, from 1, one for each node that ever was', async () => {
    const rows = await store.read.selectFrom('nodes').select('ordinal').orderBy('ordinal').execute();
    assert.deepEqual(
      rows.map(({ ordinal }) => ordinal),
      Array.from({ length: keys.length }, (_, index) => index + 1),
    );
    const { last, listed } = await findPositions(store.read, 'nodes');
    assert.deepEqual([last, listed], [keys.length, (await findListed()).length]);
  });
});
