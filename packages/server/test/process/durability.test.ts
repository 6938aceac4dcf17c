import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { assertRefused } from '../support/assert-refused.ts';
import { Client } from '../support/client.ts';
import { temporaryData } from '../support/make-data.ts';
import { openPooler } from '../support/open-pooler.ts';
import { runSql } from '../support/postgres-database.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { startServerProcess } from '../support/server-process.ts';
import { password } from '../support/start-server.ts';
import { until } from '../support/until.ts';
import { suiteOnSqlite } from '../support/variants.ts';

/** How often the runtime was asked to flush a file in this way, by the trace it wrote of itself. */
const countFlushes = (traceFile: string, call: 'fsync' | 'fdatasync'): number => {
  const { traceEvents } = JSON.parse(readFileSync(traceFile, 'utf8')) as {
    traceEvents: { name: string; ph: string }[];
  };
  return traceEvents.filter(({ name, ph }) => name === call && ph === 'b').length;
};

/** Of a node of the publisher `ada`, by its owner. */
type Edit = (name: string) => Promise<unknown>;

const openOwner = async (url: string): Promise<Client> => {
  const signedUp = await new Client(url).post('/auth/sign-up/email', {
    name: 'ada',
    email: 'ada@example.org',
    password,
  });
  const ada = new Client(url, signedUp.json.token);
  assert.equal((await ada.post('/publishers', { id: 'ada', name: 'Ada' })).status, 201);
  assert.equal((await ada.post('/publishers/ada/nodes', { id: 'Node' })).status, 201);
  return ada;
};

const openEditor = async (url: string): Promise<Edit> => {
  const ada = await openOwner(url);
  return async (name) => {
    const reply = await ada.put('/publishers/ada/nodes/node', { name });
    assert.equal(reply.status, 200, reply.text);
  };
};

/** Starts a server, does `writes` of it, and returns how many flushes all of that took. */
const flushesOf = async (
  test: Parameters<typeof temporaryData>[0],
  writes: (edit: Edit, url: string) => Promise<unknown>,
  call: 'fsync' | 'fdatasync' = 'fdatasync',
): Promise<number> => {
  const data = await temporaryData(test);
  const trace = join(data.DATA_DIR, 'trace.json');
  const server = await startServerProcess({
    ...data,
    NODE_OPTIONS: `--trace-event-categories=node.fs.async --trace-event-file-pattern=${trace}`,
  });
  await writes(await openEditor(server.url), server.url);
  await server.end('SIGTERM');
  return countFlushes(trace, call);
};

const names = Array.from({ length: 64 }, (_, index) => `Name ${index}`);

suiteOnSqlite('a write on SQLite', () => {
  test('is flushed to the disk before it is acknowledged, and shares the flush with those beside it', async (t) => {
    const none = await flushesOf(t, async () => undefined);
    const apart = await flushesOf(t, async (edit) => {
      for (const name of names) await edit(name);
    });
    const together = await flushesOf(t, (edit) => Promise.all(names.map(edit)));
    assert.ok(none > 0);
    assert.ok(apart - none >= names.length, `${apart - none} flushes of ${names.length} writes, one by one`);
    assert.ok(together - none > 0 && together - none < names.length, `${together - none} flushes together`);
  });
});

suiteOnSqlite('the catalogue in its file', () => {
  test('is flushed to the disk, since a server after a crash sends the file as it finds it', async (t) => {
    const read = async (_: Edit, url: string): Promise<void> => {
      const { status, text } = await new Client(url).get('/catalogue');
      assert.deepEqual([status, text.split('\n').length], [200, 3]);
    };
    const [none, one] = [
      await flushesOf(t, async () => undefined, 'fsync'),
      await flushesOf(t, read, 'fsync'),
    ];
    assert.equal(one - none, 1);
  });
});

suite('a write on PostgreSQL', () => {
  test('outlives a crash of the database once it is acknowledged', async (t) => {
    const postgres = await startPostgres({ isDurable: true });
    t.after(() => postgres.stop());
    const server = await startServerProcess({
      ...(await temporaryData(t)),
      DATABASE_URL: postgres.url,
    });
    t.after(() => server.end('SIGTERM'));
    const edit = await openEditor(server.url);
    for (const name of names.slice(0, 8)) {
      await edit(name);
      await postgres.crash();
      await postgres.resume();
      const node = await new Client(server.url).get('/nodes/node');
      assert.equal(node.json['name'], name, node.text);
    }
    assert.doesNotMatch(server.output().stderr, /"client":/, 'a line of the log has a connection in it');
  });

  test('is not acknowledged where the database crashed before its flush, though who connects waits until it is back', async (t) => {
    const postgres = await startPostgres({ isDurable: true });
    t.after(() => postgres.stop());
    // Nothing else flushes what a write left to its flush.
    await runSql(postgres.url, "alter system set wal_writer_delay = '10s'");
    await runSql(postgres.url, 'select pg_reload_conf()');
    const pooler = await openPooler(t, postgres.url);
    const server = await startServerProcess({ ...(await temporaryData(t)), DATABASE_URL: pooler.url });
    t.after(() => server.end('SIGTERM'));
    const ada = await openOwner(server.url);
    const rename = (name: string) => ada.put('/publishers/ada/nodes/node', { name });
    assert.equal((await rename('Flushed')).status, 200);
    const nameNow = async () => (await ada.get('/nodes/node')).json.name;
    const isUnderWay = pooler.withhold('pg_logical_emit_message');
    const first = rename('First');
    await isUnderWay;
    // It waits for the flush of the first one, and then for one of its own.
    const second = rename('Second');
    await until(async () => (await nameNow()) === 'Second');
    pooler.passOn();
    await postgres.crash();
    await postgres.resume();
    for (const reply of [await first, await second]) assertRefused(reply, 'unavailable');
    assert.equal(await nameNow(), 'Flushed', 'the crash took nothing back');
    await until(async () => (await rename('Third')).status === 200);
  });
});
