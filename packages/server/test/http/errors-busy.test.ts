import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { openEngine } from '../../src/store/engines/open-engine.ts';
import { writeLock } from '../../src/store/engines/postgres/alone-dialect.ts';
import { assertRefused } from '../support/assert-refused.ts';
import { makePublisher } from '../support/build.ts';
import { startServer } from '../support/start-server.ts';
import { suiteOnPostgres } from '../support/variants.ts';

suiteOnPostgres('a database with much to write', () => {
  test('503: a write whose turn does not come is counted as one, and as no outage, and says so', async (t) => {
    const server = await startServer(t);
    const ada = await makePublisher(server, 'ada');
    const create = (id: string) => ada.owner.post('/publishers/ada/nodes', { id });
    const other = openEngine(server.server.context.config.DATABASE_URL, { connections: 1 });
    t.after(() => other.close());
    const [one, two] = await other.migrator.connection().execute(async (db) => {
      await sql`select pg_advisory_lock(${sql.lit(writeLock)})`.execute(db);
      const replies = await Promise.all([create('one-node'), create('two-nodes')]);
      await sql`select pg_advisory_unlock_all()`.execute(db);
      return replies;
    });
    for (const refused of [one, two]) {
      assertRefused(refused, 'unavailable');
      assert.match(refused?.json.message, /^The registry has more to do than it can in time\. /);
    }
    const { text } = await server.anonymous.get('/metrics');
    assert.match(text, /^patchbay_database_timeouts_total\{[^}]*pool="writes"[^}]*\} [1-9]/m);
    assert.match(text, /^patchbay_storage_failures_total\{[^}]*\} 0$/m);
    assert.equal((await create('one-node')).status, 201, 'its turn comes again');
  });
});
