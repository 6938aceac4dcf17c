import assert from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { mock, test } from 'node:test';
import manifest from '../../../package.json' with { type: 'json' };
import { makePublisher, publishActive } from '../../support/build.ts';
import { seconds } from '../../support/clock.ts';
import { enqueueJob } from '../../support/enqueue-job.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

const path = '/health/status';

suite('get-status', () => {
  test('200: the version, what answers and what waits, and no name of anything', async (t) => {
    const server = await startServer(t);
    const ada = await makePublisher(server, 'ada');
    await publishActive(server, ada, 'upscaler', '1.0.0');
    const moderator = await server.moderator();
    const flag = { status: 'NodeVersionStatusFlagged', status_reason: 'To be looked at.' };
    assert.equal((await moderator.put('/admin/nodes/upscaler/versions/1.0.0', flag)).status, 200);
    // The message to the owner.
    await server.settle();
    server.clock.stop();
    await server.server.worker.stop();
    await enqueueJob(server);
    server.clock.advance(seconds(3_600 + 90));
    const reply = await server.anonymous.get(path);
    assert.equal(reply.headers.get('cache-control'), 'no-store');
    const { oldest_review_seconds, ...backlog } = reply.json.backlog;
    assert.ok(oldest_review_seconds >= 3_690);
    const at = server.clock.now().toISOString();
    assert.deepEqual(
      { ...reply.json, backlog },
      {
        version: manifest.version,
        checked_at: at,
        database: true,
        package_store: true,
        backlog: {
          jobs_waiting: 1,
          jobs_running: 0,
          jobs_failed: 0,
          oldest_job_seconds: 90,
          reviews_waiting: 1,
          counted_at: at,
        },
      },
    );
    server.clock.advance(-seconds(3_600));
  });

  test('200: while the package store is down; it is looked at once a second', async (t) => {
    const { anonymous, server, clock } = await startServer(t);
    clock.stop();
    const look = mock.method(server.context.blobs, 'check');
    const packages = join(server.context.config.DATA_DIR, 'packages');
    await rename(packages, `${packages}-away`);
    const replies = await Promise.all(Array.from({ length: 20 }, () => anonymous.get(path)));
    assert.deepEqual(
      new Set(replies.map(({ status, json }) => `${status} ${json.database} ${json.package_store}`)),
      new Set(['200 true false']),
    );
    await rename(`${packages}-away`, packages);
    assert.equal((await anonymous.get(path)).json.package_store, false);
    assert.equal(look.mock.callCount(), 1);
    clock.advance(seconds(1));
    assert.equal((await anonymous.get(path)).json.package_store, true);
    assert.equal(look.mock.callCount(), 2);
    look.mock.restore();
  });
});
