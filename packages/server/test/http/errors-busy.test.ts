import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { Engine } from '../../src/store/engine.ts';
import { openEngine } from '../../src/store/engines/open-engine.ts';
import { writeLock } from '../../src/store/engines/postgres/alone-dialect.ts';
import { assertRefused } from '../support/assert-refused.ts';
import { makePublisher } from '../support/build.ts';
import { type TestServer, startServer } from '../support/start-server.ts';
import { suiteOnPostgres } from '../support/variants.ts';

suiteOnPostgres('a database with much to write', () => {
  test('503: a write whose turn does not come is counted as one, and as no outage, and says so', async (t) => {
    // Of two servers, since both waits end after 10 s, and the end of one must not end the other.
    const [inProcess, amongProcesses] = await Promise.all([startServer(t), startServer(t)]);
    const { config } = amongProcesses.server.context;
    const refuse = async (server: TestServer, { writer }: Pick<Engine, 'writer'>, lock: boolean) => {
      const ada = await makePublisher(server, 'ada');
      const create = () => ada.owner.post('/publishers/ada/nodes', { id: 'one-node' });
      const refused = await writer.connection().execute(async (db) => {
        if (lock) await sql`select pg_advisory_lock(${sql.lit(writeLock)})`.execute(db);
        const reply = await create();
        await sql`select pg_advisory_unlock_all()`.execute(db);
        return reply;
      });
      assertRefused(refused, 'unavailable');
      assert.match(refused.json.message, /^The registry has more to do than it can in time\. /);
      const { text } = await server.anonymous.get('/metrics');
      assert.match(text, /^patchbay_storage_failures_total\{[^}]*\} 0$/m);
      assert.equal((await create()).status, 201, 'its turn comes again');
      return text;
    };
    const other = openEngine(config.DATABASE_URL, { connections: 1 });
    const [text] = await Promise.all([
      refuse(inProcess, inProcess.server.context.store.engine, false),
      refuse(amongProcesses, other, true),
    ]);
    await other.close();
    assert.match(text, /^patchbay_database_timeouts_total\{[^}]*pool="writes"[^}]*\} [1-9]/m);
  });
});
