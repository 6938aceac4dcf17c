import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { DatabaseBusyError } from '../../../src/errors.ts';
import { DatabaseAwayError } from '../../../src/store/engines/postgres/faults.ts';
import { openPool, parseTypes, tableTypes } from '../../../src/store/engines/postgres/pool.ts';
import { openEngine } from '../../../src/store/engines/open-engine.ts';
import type { CommitNotice } from '../../../src/store/engine.ts';
import { findChanges } from '../../../src/store/log/changes.ts';
import { claimJob } from '../../../src/store/queue/jobs.ts';
import { writePublisher } from '../../../src/lifecycle/write-rows.ts';
import { insertPublisher } from '../../../src/store/rows/publishers.ts';
import { openStore } from '../../../src/store/open-store.ts';
import type { Store } from '../../../src/store/store.ts';
import { pino } from 'pino';
import { readConfig } from '../../../src/config.ts';
import { openConfiguredStore } from '../../../src/open-database.ts';
import { createServer } from '../../../src/server.ts';
import { makeData } from '../../support/make-data.ts';
import { openTestStore } from '../../support/open-store.ts';
import { cutConnections } from '../../support/refuse-writes.ts';
import { makeDatabase, postgresUrl } from '../../support/postgres-database.ts';
import { tamper } from '../../support/tamper.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { until } from '../../support/until.ts';
import { readPublishers } from '../../support/read-publishers.ts';
import { suiteOnPostgres } from '../../support/variants.ts';

const cause = { actor: 'server' };
const nobody = 'postgres://127.0.0.1:1/nobody';

const publisherNames = async (store: Store): Promise<unknown[]> =>
  (await readPublishers(store.read)).map(({ profile }) => profile.name);

suiteOnPostgres('postgres', async () => {
  const { store, url, clock } = await openTestStore({ after });
  const other = openStore(openEngine(url, { connections: 2 }), clock.now);
  after(() => other.close());
  const news: CommitNotice[] = [];
  other.onCommit((one) => news.push(one));
  await until(() => news.length > 0);

  test('writes of several processes are alone: no update is lost and the log has no gap', async (t) => {
    const { store, url, clock } = await openTestStore(t);
    const other = openStore(openEngine(url, { connections: 2 }), clock.now);
    t.after(() => other.close());
    await store.write(cause, (tx) => insertPublisher(tx, 'counter', { name: '0' }));
    const add = (through: Store) =>
      through.write(cause, async (tx) => {
        const [publisher] = await readPublishers(tx.db);
        assert.ok(publisher);
        const name = String(Number(publisher.profile.name) + 1);
        await writePublisher(tx, { ...publisher, profile: { name } });
        await tx.append({ kind: 'publisher.deleted', about: { id: name } });
      });
    const addFive = async (through: Store) => {
      for (let count = 0; count < 5; count += 1) await add(through);
    };
    await Promise.all([store, store, other, other].map(addFive));
    assert.deepEqual(await publisherNames(store), ['20']);
    const changes = await findChanges(store.read, { after: 0, limit: 100 });
    assert.deepEqual(
      changes.map(({ seq, subject }) => [seq, subject]),
      Array.from({ length: 20 }, (_, index) => [index + 1, `publisher:${index + 1}`]),
    );
  });

  test('a claim of a job does not wait for a write', async () => {
    const lease = { lease: 'one', leasedUntil: new Date(Date.now() + 60_000).toISOString() };
    await store.write(cause, (tx) =>
      tx.enqueue({ kind: 'receive-package', subject: 'first', runAt: tx.now }),
    );
    await store.write(cause, (tx) =>
      tx.enqueue({ kind: 'receive-package', subject: 'second', runAt: tx.now }),
    );
    await store.write(cause, async () => {
      const kinds = ['receive-package'];
      const job = await store.queue((tx) => claimJob(tx, { kinds }, lease, store.engine));
      const next = await other.queue((tx) => claimJob(tx, { kinds }, lease, other.engine));
      assert.deepEqual([job?.subject, next?.subject], ['first', 'second']);
    });
  });

  test('a commit is news to other processes, which hear of none that was undone or brought nothing', async () => {
    news.length = 0;
    const undone = store.write(cause, async (tx) => {
      await tx.append({ kind: 'publisher.deleted', about: { id: 'any' } });
      throw new Error('too late');
    });
    await assert.rejects(undone, /too late/);
    await store.write(cause, async () => undefined);
    await store.write(cause, (tx) => tx.append({ kind: 'publisher.deleted', about: { id: 'any' } }));
    await until(() => news.length > 0);
    assert.deepEqual(news, [{ changes: true, jobs: false }]);
  });

  test('once every connection was cut, reads, writes and news come back by themselves', async () => {
    news.length = 0;
    await cutConnections(url);
    const works = (attempt: () => Promise<unknown>) =>
      until(() =>
        attempt().then(
          () => true,
          (error: unknown) => {
            assert.ok(store.engine.isUnavailable(error), String(error));
            return false;
          },
        ),
      );
    await works(() => readPublishers(store.read));
    await works(() => store.queue(async ({ db }) => db.selectFrom('jobs').selectAll().execute()));
    await works(() =>
      store.write(cause, (tx) => tx.append({ kind: 'publisher.deleted', about: { id: 'any' } })),
    );
    // What was missed may be anything.
    await until(() => news.some(({ changes, jobs }) => changes && jobs));
  });

  test('a statement is planned once on a connection', async () => {
    for (let times = 0; times < 3; times += 1) await findChanges(store.read, { after: 7, limit: 1 });
    const { rows } = await sql<{ name: string; statement: string }>`
        select name, statement from pg_prepared_statements
        where statement like '%from "changes"%'`.execute(store.engine.reader as never);
    assert.ok(rows.length > 0);
    assert.equal(new Set(rows.map(({ statement }) => statement)).size, rows.length);
    for (const { name } of rows) assert.match(name, /^patchbay_\d+$/);
  });

  test('a plan that a migration made stale fails once, as something that passes', async () => {
    const read = () => store.read.selectFrom('reviews').selectAll().where('star', '=', 7).execute();
    // On every connection of the pool, since any may be asked next.
    await Promise.all(Array.from({ length: 20 }, read));
    await tamper(url, sql`alter table reviews add column mood text`);
    const reads = await Promise.allSettled(Array.from({ length: 20 }, read));
    const failures = reads.filter((outcome) => outcome.status === 'rejected');
    assert.ok(failures.length > 0);
    assert.ok(failures.every(({ reason }) => store.engine.isUnavailable(reason)));
    assert.deepEqual(await read(), []);
  });

  test('text that must sort bytewise does, in any locale of the database', async () => {
    const { rows } = await sql<{ collation_name: string }>`
        select collation_name from information_schema.columns
        where table_name = 'versions' and column_name = 'sort_key'`.execute(store.engine.migrator);
    assert.deepEqual(rows, [{ collation_name: 'C' }]);
  });

  test('a server that holds the write lock and sends nothing is disconnected', async () => {
    const { rows } = await sql<Record<string, string>>`
        select current_setting('idle_in_transaction_session_timeout') as silence,
               current_setting('statement_timeout') as statement`.execute(store.engine.writer);
    assert.deepEqual(rows, [{ silence: '10s', statement: '10s' }]);
  });

  test('reads of one moment take and pause as long as they need', async () => {
    const settings = sql<Record<string, string>>`(
        select current_setting('idle_in_transaction_session_timeout') as silence,
               current_setting('statement_timeout') as statement)`;
    const rows = await store.engine.atOneMoment((moment) =>
      moment.selectFrom(settings.as('settings')).selectAll().execute(),
    );
    assert.deepEqual(rows, [{ silence: '0', statement: '0' }]);
  });

  test('a machine whose clock is far from that of the database starts no server', async (t) => {
    const data = await makeData();
    t.after(() => data.remove());
    const { now } = Date;
    t.mock.method(Date, 'now', () => now() - 40_000);
    const config = readConfig({ PORT: '0', ...data.environment, DATABASE_URL: url });
    await assert.rejects(createServer(config, pino({ level: 'silent' })), /clocks .* differ by 40 s/);
  });

  test('a wait for a free connection is not a database that is away, and is counted', async () => {
    const limits = { max: 1, types: parseTypes(tableTypes), onFailure: () => undefined, connectMs: 500 };
    const pool = openPool(url, limits);
    const held = await pool.connect();
    await assert.rejects(pool.connect(), {
      name: 'Error',
      message: /none of 1 connections was free within 500 ms/,
    });
    await assert.rejects(pool.connect(), DatabaseBusyError);
    assert.deepEqual(pool.usage(), { busy: 1, idle: 0, waiting: 0, timeouts: 2 });
    held.release();
    (await pool.connect()).release();
    await pool.end();
    const away = openPool(nobody, limits);
    await assert.rejects(away.connect(), DatabaseAwayError);
    assert.equal(away.usage().timeouts, 0);
    await away.end();
  });

  test('a database that is not there is away, and so is one that is closed', async () => {
    const engine = openEngine(nobody, { connections: 1 });
    const isAway = (error: unknown) => engine.isUnavailable(error);
    const read = () => engine.reader.selectFrom('jobs').selectAll().execute();
    await assert.rejects(read(), isAway);
    await assert.rejects(engine.writer.transaction().execute(read), isAway);
    await engine.close();
    await assert.rejects(read(), isAway);
  });
});

suiteOnPostgres('a replica of postgres', () => {
  test('answers public reads, and none other', async (t) => {
    const primary = await openTestStore(t);
    const replica = await openTestStore(t);
    await primary.store.write(cause, (tx) => insertPublisher(tx, 'ada', { name: 'primary' }));
    await replica.store.write(cause, (tx) => insertPublisher(tx, 'ada', { name: 'replica' }));
    const engine = openEngine(primary.url, { connections: 2, replicaUrl: replica.url });
    t.after(() => engine.close());
    const nameIn = async (reader: typeof engine.reader) => (await readPublishers(reader))[0]?.profile.name;
    assert.deepEqual(await Promise.all([nameIn(engine.reader), nameIn(engine.replica)]), [
      'primary',
      'replica',
    ]);
  });

  test('is stood in for by the primary while it has not taken a migration', async (t) => {
    const primary = await openTestStore(t);
    await primary.store.write(cause, (tx) => insertPublisher(tx, 'ada', { name: 'primary' }));
    const replica = await makeDatabase(postgresUrl ?? '');
    const engine = openEngine(primary.url, { connections: 2, replicaUrl: replica.url, onFailure: () => {} });
    t.after(async () => {
      await engine.close();
      await replica.drop();
    });
    assert.equal((await readPublishers(engine.replica))[0]?.profile.name, 'primary');
  });

  test('of another registry keeps a server from starting', async (t) => {
    const [primary, replica] = [await openTestStore(t), await openTestStore(t)];
    for (const [{ store }, id] of [
      [primary, 'ada'],
      [replica, 'eve'],
    ] as const)
      await store.write(cause, (tx) => tx.append({ kind: 'publisher.deleted', about: { id } }));
    const config = readConfig({
      DATA_DIR: await temporaryFolder(t),
      DATABASE_URL: primary.url,
      DATABASE_REPLICA_URL: replica.url,
    });
    await assert.rejects(
      openConfiguredStore(config, () => new Date()),
      { message: /^DATABASE_REPLICA_URL holds another registry than DATABASE_URL\. / },
    );
    const itself = { ...config, DATABASE_REPLICA_URL: primary.url };
    await (await openConfiguredStore(itself, () => new Date())).close();
  });

  test('is stood in for by the primary while it is away', async (t) => {
    const { url } = await openTestStore(t);
    const engine = openEngine(url, { connections: 2, replicaUrl: nobody });
    t.after(() => engine.close());
    assert.deepEqual(await readPublishers(engine.replica), []);
    assert.deepEqual(await readPublishers(engine.replica), []);
  });
});
