import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findChanges, findLoggedChanges } from '../../src/store/log/changes.ts';
import type { Writer } from '../../src/store/store.ts';
import { openTestStore } from '../support/open-store.ts';
import { suiteOnBoth } from '../support/variants.ts';

const cause = { actor: 'server' };
const everything = { after: 0, limit: 1000 };

/** Only compiled: what a known kind does not take. */
export const misfits = (tx: Writer) => [
  // @ts-expect-error: a node has a key
  tx.append({ kind: 'node.reviewed', about: { id: 'a-node' }, after: { star: 5 } }),
  // @ts-expect-error: the stars are missing
  tx.append({ kind: 'node.reviewed', about: { key: 'a-node' } }),
  // @ts-expect-error: stars are a number
  tx.append({ kind: 'node.reviewed', about: { key: 'a-node' }, after: { star: '5' } }),
];

suiteOnBoth('changes', () => {
  test('a change names what it is about and the node whose answers it may alter', async (t) => {
    const { store } = await openTestStore(t);
    const version = { id: 'v1', nodeKey: 'a-node' };
    await store.write(cause, async (tx) => {
      await tx.append({ kind: 'node.created', about: { key: 'a-node' }, after: { id: 'A-Node' } });
      await tx.append({ kind: 'package.stored', about: version, after: { sha256: '00', bytes: 1 } });
      await tx.append({
        kind: 'app-node.updated',
        about: { version, name: 'A: b' },
        before: {},
        after: { deprecated: true },
      });
      await tx.append({ kind: 'publisher.deleted', about: { id: 'ada' } });
      await tx.append({ kind: 'token.revoked', about: { id: 't1' }, before: { publisher: 'ada' } });
      await tx.append({ kind: 'user.password-reset', about: { id: 'u1' } });
    });
    assert.deepEqual(
      (await findLoggedChanges(store.read, everything)).map(({ kind, subject, nodeKey }) => [
        kind,
        subject,
        nodeKey,
      ]),
      [
        ['node.created', 'node:a-node', 'a-node'],
        ['package.stored', 'version:v1', 'a-node'],
        ['app-node.updated', 'app-node:v1/A: b', 'a-node'],
        ['publisher.deleted', 'publisher:ada', null],
        ['token.revoked', 'token:t1', null],
        ['user.password-reset', 'user:u1', null],
      ],
    );
  });

  test('a change without before, after or reason has none of them', async (t) => {
    const { store } = await openTestStore(t);
    await store.write(cause, (tx) => tx.append({ kind: 'publisher.deleted', about: { id: 'ada' } }));
    const [change] = await findChanges(store.read, everything);
    assert.deepEqual(Object.keys(change ?? {}), ['seq', 'at', 'actor', 'action', 'subject']);
  });

  test('a kind that the contract does not have neither compiles nor is written', async (t) => {
    const { store } = await openTestStore(t);
    const misspelt = store.write(cause, (tx) =>
      tx.append({
        // @ts-expect-error: not one of `changeKinds`
        kind: 'publisher.delted',
        about: { id: 'ada' },
      }),
    );
    await assert.rejects(misspelt, TypeError);
    assert.deepEqual(await findChanges(store.read, everything), []);
  });
});
