import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import {
  type CatalogueBatch,
  createClient,
  createNode,
  deleteNode,
  followCatalogue,
  getCatalogue,
  streamPublicChanges,
} from '@patchbay/client';
import { uniqueId } from '../../server/test/support/build.ts';
import { openRegistry } from './open-registry.ts';

suite('the catalogue', async () => {
  const registry = await openRegistry({ after });
  const { anonymous } = registry;

  /** The ids of the nodes, as a host keeps them. */
  const apply = (nodes: Set<string>, { isWhole, changes }: CatalogueBatch): void => {
    if (isWhole) nodes.clear();
    for (const { kind, node_id: id } of changes) {
      if (kind === 'node.changed') nodes.add(id);
      if (kind === 'node.removed') nodes.delete(id);
    }
  };
  const catchUp = async (nodes: Set<string>, since?: string): Promise<string | undefined> => {
    let position = since;
    for await (const batch of followCatalogue(anonymous, { since, wait: 0 })) {
      apply(nodes, batch);
      position = batch.next;
    }
    return position;
  };

  test('all of it comes once, then what changed, and all again for a position of another log', async () => {
    const { id: publisherId, owner } = await registry.publisher();
    const [one, other] = [uniqueId('node'), uniqueId('node')];
    await createNode(owner, { publisherId, body: { id: one } });
    const nodes = new Set<string>();
    const since = await catchUp(nodes);
    assert.ok(nodes.has(one));
    await createNode(owner, { publisherId, body: { id: other } });
    await deleteNode(owner, { publisherId, nodeId: one });
    const changed: string[] = [];
    for await (const { isWhole, changes } of followCatalogue(anonymous, { since, wait: 0 })) {
      assert.ok(!isWhole);
      changed.push(...changes.map(({ kind, node_id: id }) => `${kind} ${id}`));
    }
    assert.deepEqual(changed, [`node.changed ${other}`, `node.removed ${one}`]);
    nodes.add('stale');
    await catchUp(nodes, '1.AAAAAAAA');
    assert.ok(nodes.has(other) && !nodes.has(one) && !nodes.has('stale'));
  });

  test('who waits gets what comes, by requests and by a stream, until the signal ends it', async () => {
    const { id: publisherId, owner } = await registry.publisher();
    const id = uniqueId('node');
    const position = await catchUp(new Set());
    const ending = new AbortController();
    const following = followCatalogue(anonymous, { since: position }, { signal: ending.signal });
    const streaming = streamPublicChanges(anonymous, { since: position }, { signal: ending.signal });
    const next = Promise.all([following.next(), streaming.next()]);
    await createNode(owner, { publisherId, body: { id } });
    const [{ value: batch }, { value: streamed }] = await next;
    assert.equal(batch?.changes[0]?.node_id, id);
    assert.equal(streamed?.change.node_id, id);
    assert.equal(streamed?.position, batch?.next);
    ending.abort(new Error('enough'));
    await assert.rejects(following.next(), /enough/);
  });

  test('a server that does not wait is asked once a second, until the signal ends it', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    let asked = 0;
    const client = createClient({
      url: registry.server.url,
      fetch: async () => {
        asked += 1;
        return Response.json({ changes: [], next: '1.AAAAAAAA', more: true });
      },
    });
    const ending = new AbortController();
    const next = followCatalogue(client, { since: '1.AAAAAAAA' }, { signal: ending.signal }).next();
    const settle = async () => {
      for (let turn = 0; turn < 100; turn += 1) await setImmediate();
    };
    for (const times of [1, 2, 3]) {
      await settle();
      assert.equal(asked, times);
      if (times < 3) t.mock.timers.tick(1_000);
    }
    ending.abort(new Error('enough'));
    await assert.rejects(next, /enough/);
  });

  test('a catalogue that is not whole is an error', async () => {
    const { id: publisherId, owner } = await registry.publisher();
    await createNode(owner, { publisherId, body: { id: uniqueId('node') } });
    const shortened = createClient({
      url: registry.server.url,
      fetch: async (input, init) => {
        const text = await (await fetch(input, init)).text();
        return new Response(text.split('\n').slice(0, -2).join('\n') + '\n');
      },
    });
    const read = async () => {
      for await (const line of getCatalogue(shortened)) assert.ok(line);
    };
    await assert.rejects(read(), { name: 'IntegrityError' });
  });
});
