import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertPublisher } from '../../src/store/rows/publishers.ts';
import { findChanges } from '../../src/store/log/changes.ts';
import { openTestStore } from '../support/open-store.ts';
import { readPublishers } from '../support/read-publishers.ts';
import { suiteOnBoth } from '../support/variants.ts';

const cause = { actor: 'server' };
const everything = { after: 0, limit: 1000 };

suiteOnBoth('store', () => {
  test('a write that throws leaves no row, no change and no job', async (t) => {
    const { store } = await openTestStore(t);
    let news = 0;
    store.onCommit(() => {
      news += 1;
    });
    const failing = store.write(cause, async (tx) => {
      await insertPublisher(tx, 'ada', {});
      await tx.append({ kind: 'publisher.created', about: { id: 'ada' }, after: {} });
      await tx.enqueue({ kind: 'receive-package', subject: 'ada', runAt: tx.now });
      throw new Error('too late');
    });
    await assert.rejects(failing, /too late/);
    assert.deepEqual(await readPublishers(store.read), []);
    assert.deepEqual(await findChanges(store.read, everything), []);
    assert.deepEqual(await store.read.selectFrom('jobs').selectAll().execute(), []);
    assert.equal(news, 0);
  });

  test('readers see a write when it is committed and not before, and news of it comes after it', async (t) => {
    const { store } = await openTestStore(t);
    const seenAtNews: Promise<number>[] = [];
    store.onCommit(({ jobs, changes }) => {
      assert.deepEqual([jobs, changes], [true, false]);
      seenAtNews.push(readPublishers(store.read).then(({ length }) => length));
    });
    await store.write(cause, async (tx) => {
      await insertPublisher(tx, 'ada', {});
      await tx.enqueue({ kind: 'receive-package', subject: 'ada', runAt: tx.now });
      assert.deepEqual(await readPublishers(store.read), []);
      assert.equal((await readPublishers(tx.db)).length, 1, 'the transaction sees its own');
    });
    assert.deepEqual(await Promise.all(seenAtNews), [1]);
  });

  test('writes at once come one after the other, and failed ones leave no gap in the log', async (t) => {
    const { store } = await openTestStore(t);
    const race = Array.from({ length: 50 }, (_, index) => index).values();
    const write = async () => {
      for (const index of race) {
        const written = store.write(cause, async (tx) => {
          await tx.append({ kind: 'publisher.deleted', about: { id: String(index) } });
          if (index % 3 === 0) throw new Error('changed its mind');
        });
        if (index % 3 === 0) await assert.rejects(written, /changed its mind/);
        else await written;
      }
    };
    // More at once could wait longer for their turn than a caller may, beside other work of the machine.
    await Promise.all(Array.from({ length: 4 }, write));
    const changes = await findChanges(store.read, everything);
    assert.deepEqual(
      changes.map(({ seq }) => seq),
      Array.from({ length: 33 }, (_, index) => index + 1),
    );
  });

  test('reads of one moment see nothing of what happens meanwhile, and all others see it', async (t) => {
    const { store } = await openTestStore(t);
    const count = async (read = store.read): Promise<number> => (await readPublishers(read)).length;
    // More than one connection has them.
    const countAtOnce = () => Promise.all(Array.from({ length: 8 }, () => count()));
    await countAtOnce();
    const seen = await store.engine.atOneMoment(async (moment) => {
      const first = await count(moment);
      await store.write(cause, (tx) => insertPublisher(tx, 'ada', {}));
      const [again] = await Promise.all([count(moment), countAtOnce()]);
      return [first, again, await count(moment)];
    });
    assert.deepEqual(seen, [0, 0, 0]);
    assert.deepEqual(new Set(await countAtOnce()), new Set([1]));
  });

  test('a unique violation is known as one', async (t) => {
    const { store } = await openTestStore(t);
    const insert = () => store.write(cause, (tx) => insertPublisher(tx, 'ada', {}));
    await insert();
    await assert.rejects(insert(), (error) => {
      assert.ok(store.engine.isUniqueViolation(error));
      assert.equal(store.engine.isUnavailable(error), false);
      return true;
    });
  });

  test('the reader cannot write', async (t) => {
    const { store } = await openTestStore(t);
    const reader = store.engine.reader as unknown as typeof store.engine.writer;
    await assert.rejects(reader.deleteFrom('publishers').execute(), /read-?only/);
  });

  test('pairs are a table of two columns in one parameter, with texts of any kind', async (t) => {
    const { store } = await openTestStore(t);
    const pairs = [
      ['a', 'b'],
      ['', '"\\'],
      ['日本', "'; --"],
    ] as const;
    assert.deepEqual(
      await store.read.selectFrom(store.engine.pairs([]).as('pair')).selectAll().execute(),
      [],
    );
    const rows = await store.read.selectFrom(store.engine.pairs(pairs).as('pair')).selectAll().execute();
    assert.deepEqual(
      rows.map(({ first, second }) => [first, second]),
      pairs.map((pair) => [...pair]),
    );
  });
});
