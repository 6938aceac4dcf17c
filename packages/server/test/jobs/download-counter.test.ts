import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DownloadCounter } from '../../src/jobs/download-counter.ts';
import { findNode, insertNode } from '../../src/store/nodes.ts';
import { insertPublisher } from '../../src/store/publishers.ts';
import type { Store } from '../../src/store/store.ts';
import { openTestStore } from '../support/open-store.ts';
import { suite } from '../support/variants.ts';

const makeNode = (store: Store): Promise<unknown> =>
  store.write({ actor: 'server' }, async (tx) => {
    await insertPublisher(tx, 'ada', {});
    await insertNode(tx, { id: 'My-Node', publisherId: 'ada', metadata: {} });
  });

const downloads = async (store: Store) => (await findNode(store.read, 'my-node'))?.downloads;

suite('download-counter', () => {
  test('writes down what was counted, once', async (t) => {
    const { store } = await openTestStore(t);
    await makeNode(store);
    const counter = new DownloadCounter(store);
    for (let count = 0; count < 3; count += 1) counter.count('my-node');
    assert.equal(await downloads(store), 0);
    await Promise.all([counter.flush(), counter.flush()]);
    await counter.flush();
    assert.equal(await downloads(store), 3);
  });

  test('keeps its counts when the database is away', async (t) => {
    const { store } = await openTestStore(t);
    await makeNode(store);
    let isAway = true;
    const counter = new DownloadCounter({
      ...store,
      write: (cause, work) => (isAway ? Promise.reject(new Error('away')) : store.write(cause, work)),
    });
    counter.count('my-node');
    await assert.rejects(counter.flush(), /away/);
    counter.count('my-node');
    isAway = false;
    await counter.flush();
    assert.equal(await downloads(store), 2);
  });
});
