import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { ChangeKind } from '@patchbay/contract';
import { sql } from 'kysely';
import { LogFollower } from '../../src/followers/log-follower.ts';
import { openEngine } from '../../src/store/engines/open-engine.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Commit, Store } from '../../src/store/store.ts';
import { makePublisher, publishActive } from '../support/build.ts';
import { type Ending, endingInReverse } from '../support/ending.ts';
import { openTestStore } from '../support/open-store.ts';
import { startServer } from '../support/start-server.ts';
import { tamper } from '../support/tamper.ts';
import { suiteOnBoth } from '../support/variants.ts';

const cause = { actor: 'server' };

/** A follower that notes the subjects it is given. */
const noting = (name: string, ...kinds: ChangeKind[]) => {
  const subjects: string[] = [];
  const follower = {
    name,
    kinds: new Set(kinds),
    follow: (changes: readonly { subject: string }[]) => {
      subjects.push(...changes.map(({ subject }) => subject));
    },
  };
  return { follower, subjects };
};

const deletePublisher = (store: Store, id: string) =>
  store.write(cause, (tx) => tx.append({ kind: 'publisher.deleted', about: { id } }));

const createNode = (store: Store, key: string) =>
  store.write(cause, (tx) => tx.append({ kind: 'node.created', about: { key }, after: { id: key } }));

const open = async (t: TestContext) => {
  const { store, url, clock } = await openTestStore(t);
  const other = openStore(openEngine(url, { connections: 2 }), clock.now);
  t.after(() => other.close());
  return { store, other, url };
};

const follow = async (
  test: Ending,
  store: Store,
  followers: ConstructorParameters<typeof LogFollower>[1],
) => {
  const follower = new LogFollower(store, followers);
  await follower.start();
  test.after(() => follower.stop());
  return follower;
};

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Of the heap, without garbage. */
const bytesInUse = (): number => {
  collectGarbage();
  return process.memoryUsage().heapUsed;
};

suiteOnBoth('log-follower', () => {
  test('a follower is given the kinds it wants, each change once, of this process and of others', async (t) => {
    const { store, other } = await open(t);
    await deletePublisher(store, 'before-the-start');
    const [publishers, nodes] = [noting('one', 'publisher.deleted'), noting('two', 'node.created')];
    const log = await follow(t, store, [publishers.follower, nodes.follower]);
    await deletePublisher(store, 'own');
    assert.deepEqual(publishers.subjects, ['publisher:own'], 'before the write returns');
    await createNode(store, 'own');
    await deletePublisher(other, 'foreign');
    await createNode(other, 'foreign');
    await log.look();
    await log.look();
    assert.deepEqual(publishers.subjects, ['publisher:own', 'publisher:foreign']);
    assert.deepEqual(nodes.subjects, ['node:own', 'node:foreign']);
  });

  test('a kind that only a newer version knows is given to every follower', async (t) => {
    const { store, url } = await open(t);
    const [publishers, nobody] = [noting('one', 'publisher.deleted'), noting('two')];
    const log = await follow(t, store, [publishers.follower, nobody.follower]);
    await deletePublisher(store, 'own');
    await tamper(
      url,
      sql`insert into changes (seq, at, actor, action, subject) values (2, '', 'server', 'node.moved', 'node:a')`,
    );
    await log.look();
    assert.deepEqual(publishers.subjects, ['publisher:own', 'node:a']);
    assert.deepEqual(nobody.subjects, ['node:a']);
  });

  test('what a follower failed to take is given to it again', async (t) => {
    const { store, other } = await open(t);
    const noted = noting('one', 'publisher.deleted');
    let failures = 0;
    const failing = {
      ...noted.follower,
      follow(changes: readonly { subject: string }[]) {
        failures += 1;
        if (failures === 1) throw new Error('no memory');
        noted.follower.follow(changes);
      },
    };
    const log = await follow(t, store, [failing]);
    await deletePublisher(other, 'foreign');
    await log.look().catch(() => undefined);
    await log.look();
    assert.deepEqual(noted.subjects, ['publisher:foreign']);
    assert.ok(failures > 1);
  });

  test('keeps nothing of downloads that were counted, however often between two looks', async (t) => {
    const ending = endingInReverse(t);
    const server = await startServer(ending);
    await publishActive(server, await makePublisher(server, 'ada'), 'node', '1.0.0');
    const { store, config } = server.server.context;
    const told: ((commit: Commit) => void)[] = [];
    const quiet: Store = Object.create(store, {
      onWritten: { value: (tell: (commit: Commit) => void) => told.push(tell) },
    }) as Store;
    const log = await follow(ending, quiet, []);
    const [tell] = told;
    assert.ok(tell);
    const bytesBefore = bytesInUse();
    const counts = 500_000;
    for (let number = 1; number <= counts; number += 1)
      tell({ changes: [], counted: { number, nodeKeys: ['node'] } });
    await tamper(config.DATABASE_URL, sql`update nodes set counted = ${counts}`);
    await log.look();
    const more = bytesInUse() - bytesBefore;
    assert.ok(more < 2 ** 21, `${more} bytes more are in use`);
  });
});
