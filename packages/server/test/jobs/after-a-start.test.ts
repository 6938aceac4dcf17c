import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { readConfig } from '../../src/config.ts';
import { enqueueMail } from '../../src/mail/enqueue-mail.ts';
import { openEngine } from '../../src/store/engines/open-engine.ts';
import { openStore } from '../../src/store/open-store.ts';
import { days } from '../support/clock.ts';
import { endingInReverse } from '../support/ending.ts';
import { temporaryData } from '../support/make-data.ts';
import { startOn } from '../replication/start-on.ts';
import { startServer } from '../support/start-server.ts';
import { tamper } from '../support/tamper.ts';
import { until } from '../support/until.ts';
import { suiteOnBoth } from '../support/variants.ts';

suiteOnBoth('a server that starts', () => {
  test('sends the messages that wait, though nobody queues another', async (t) => {
    const ending = endingInReverse(t);
    const data = await temporaryData(ending);
    const { DATABASE_URL } = readConfig(data);
    await (await startOn(ending, data, {})).end();
    const command = openStore(openEngine(DATABASE_URL, { connections: 1 }), () => new Date());
    await command.write({ actor: 'operator' }, (tx) =>
      enqueueMail(tx, 'waits', { to: 'ada@example.org', subject: 'Hello', paragraphs: ['Hello.'] }),
    );
    await command.close();
    await startServer(ending, data);
    const outbox = join(data.DATA_DIR, 'outbox');
    await until(async () => (await readdir(outbox).catch(() => [])).length === 1);
  });

  test('begins what a clock that was ahead has put off, whatever kind it is', async (t) => {
    const data = await temporaryData(t);
    const { DATABASE_URL } = readConfig(data);
    await (await startOn(t, data, {})).end();
    const ahead = new Date(Date.now() + days(400)).toISOString();
    await tamper(DATABASE_URL, sql`update jobs set run_at = ${ahead} where kind = 'reap'`);
    await tamper(
      DATABASE_URL,
      sql`insert into jobs (kind, subject, run_at, attempts, lease, leased_until)
        values ('extract-app-nodes', 'nothing', ${ahead}, 1, 'x', ${ahead}),
          ('of-a-newer-version', 'nothing', ${ahead}, 0, null, null)`,
    );
    const server = await startOn(t, data, {});
    const jobs = () =>
      server.server.context.store.read
        .selectFrom('jobs')
        .select(['kind', 'run_at'])
        .orderBy('kind')
        .execute();
    // What was done is gone, and the reaper comes again in a day.
    await until(async () => {
      const [other, reap, ...rest] = await jobs();
      return (
        other?.kind === 'of-a-newer-version' &&
        reap?.kind === 'reap' &&
        reap.run_at < ahead &&
        rest.length === 0
      );
    });
    assert.equal((await jobs())[0]?.run_at, ahead);
    await server.end();
  });
});
