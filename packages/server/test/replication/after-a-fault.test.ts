import assert from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { makePublisher, publishActive } from '../support/build.ts';
import { days, minutes, seconds } from '../support/clock.ts';
import { endingInReverse } from '../support/ending.ts';
import { temporaryData } from '../support/make-data.ts';
import { startServer } from '../support/start-server.ts';
import { tamper } from '../support/tamper.ts';
import { suiteOnBoth } from '../support/variants.ts';
import { startOn } from './start-on.ts';

suiteOnBoth('a mirror after a short fault', () => {
  test('goes on within seconds, however often it asked its source before', async (t) => {
    const source = await startServer(t);
    const ada = await makePublisher(source, 'ada');
    const mirror = await startServer(t, { MIRROR_FROM: source.url });
    for (let times = 0; times < 12; times += 1) {
      mirror.clock.advance(minutes(10));
      await mirror.settle();
    }
    const { store } = mirror.server.context;
    const fault = t.mock.method(store, 'write', () => Promise.reject(new Error('the disk is full')));
    await publishActive(source, ada, 'node', '1.0.0');
    mirror.clock.advance(minutes(10));
    await mirror.server.worker.settle();
    fault.mock.restore();
    assert.equal(fault.mock.callCount(), 1);
    mirror.clock.advance(seconds(5));
    await mirror.settle();
    assert.equal((await mirror.anonymous.get('/nodes/node')).status, 200);
  });

  test('follows its source though its disk takes no package, which it asks for again at the next look', async (t) => {
    const source = await startServer(t);
    const ada = await makePublisher(source, 'ada');
    const mirror = await startServer(t, { MIRROR_FROM: source.url });
    await mirror.settle();
    const look = async () => {
      mirror.clock.advance(minutes(2));
      await mirror.settle();
    };
    const packages = join(mirror.server.context.config.DATA_DIR, 'packages');
    await rename(packages, `${packages}-away`);
    for (const id of ['one', 'two', 'three']) {
      await publishActive(source, ada, id, '1.0.0');
      await look();
      assert.equal((await mirror.anonymous.get(`/nodes/${id}`)).status, 200);
    }
    const [job] = await mirror.server.context.store.read
      .selectFrom('jobs')
      .selectAll()
      .where('kind', '=', 'replicate')
      .execute();
    assert.deepEqual([job?.attempts, job?.last_error], [0, null]);
    await rename(`${packages}-away`, packages);
    await look();
    for (const id of ['one', 'two', 'three'])
      assert.equal((await mirror.anonymous.get(`/packages/ada/${id}/1.0.0.zip`)).status, 200);
  });

  test('leaves as much of its disk free as uploads do, so that it hears of a ban', async (t) => {
    const ending = endingInReverse(t);
    const source = await startServer(ending);
    await publishActive(source, await makePublisher(source, 'ada'), 'node', '1.0.0');
    const data = await temporaryData(ending);
    const settings = { MIRROR_FROM: source.url };
    const full = await startOn(ending, data, {
      ...settings,
      STAGING_FREE_BYTES_MIN: String(Number.MAX_SAFE_INTEGER),
    });
    assert.equal((await full.anonymous.get('/ready')).json.source?.packages_missing, 1);
    const { status, json } = await full.anonymous.get('/packages/ada/node/1.0.0.zip');
    assert.deepEqual([status, json.error], [503, 'unavailable']);
    const moderator = await source.moderator();
    await moderator.put('/admin/nodes/node/versions/1.0.0', {
      status: 'NodeVersionStatusFlagged',
      status_reason: 'To be looked at.',
    });
    full.clock.advance(minutes(2));
    await full.settle();
    assert.equal((await full.anonymous.get('/packages/ada/node/1.0.0.zip')).status, 403);
    await moderator.put('/admin/nodes/node/versions/1.0.0', { status: 'NodeVersionStatusActive' });
    await full.end();
    const mirror = await startOn(ending, data, settings);
    mirror.clock.advance(minutes(5));
    await mirror.settle();
    assert.equal((await mirror.anonymous.get('/ready')).json.source?.packages_missing, 0);
  });

  test('looks at its source when it starts, though a clock that was ahead put its next look off', async (t) => {
    const source = await startServer(t);
    const ada = await makePublisher(source, 'ada');
    const data = await temporaryData(t);
    const settings = { MIRROR_FROM: source.url };
    const mirror = await startOn(t, data, settings);
    await tamper(
      mirror.server.context.config.DATABASE_URL,
      sql`update jobs set run_at = ${new Date(Date.now() + days(1)).toISOString()} where kind = 'replicate'`,
    );
    await mirror.end();
    await publishActive(source, ada, 'node', '1.0.0');
    const again = await startOn(t, data, settings);
    assert.equal((await again.anonymous.get('/nodes/node')).status, 200);
    await again.end();
  });
});
