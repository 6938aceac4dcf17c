import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishPending } from '../../support/build.ts';
import { hours } from '../../support/clock.ts';
import { enqueueJob } from '../../support/enqueue-job.ts';
import { postponeReads } from '../../support/postpone-reads.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

suite('list-jobs', async () => {
  const server = await startServer({ after });
  const { context } = server.server;
  const moderator = await server.moderator();
  // A job that failed is not tried again before the test looks.
  server.clock.stop();
  const ada = await makePublisher(server, 'ada');
  const list = async (query = '') => (await moderator.get(`/admin/jobs?limit=100${query}`)).json.jobs;

  test('200: what a version waits for, whose it is, and that it cannot be dropped', async () => {
    const { versionId } = await publishPending(ada, 'waiting', '1.0.0');
    await enqueueJob(server, { kind: 'receive-package', subject: versionId });
    const jobs = await list('&kind=receive-package');
    assert.ok(jobs.every(({ kind }) => kind === 'receive-package'));
    const [job, ...others] = jobs.filter(({ subject }) => subject === versionId);
    assert.deepEqual(others, []);
    const { id, due_at, ...rest } = job ?? assert.fail('it is not listed');
    assert.match(id, /^[\w-]+$/);
    assert.ok(Date.parse(due_at) > 0);
    assert.deepEqual(rest, {
      kind: 'receive-package',
      subject: versionId,
      publisher_id: 'ada',
      state: 'scheduled',
      attempts: 0,
      can_be_dropped: false,
    });
  });

  test('200: one that runs, one that failed with its error, by state', async () => {
    const { versionId, signedUrl, bytes } = await publishPending(ada, 'failing', '1.0.0');
    const entered = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const reads = postponeReads(context.readers, async () => {
      entered.resolve();
      await held.promise;
      throw new Error(`the reader is ${'very '.repeat(1_000)}tired`);
    });
    assert.equal((await server.anonymous.upload(signedUrl, bytes)).status, 200);
    await entered.promise;
    const [running] = await list('&state=running');
    assert.deepEqual([running.subject, running.attempts], [versionId, 1]);
    held.resolve();
    await server.server.worker.settle();
    reads.restore();
    const [failed] = await list('&state=failed');
    assert.equal(failed.subject, versionId);
    assert.match(failed.last_error, /^Error: the reader is very/);
    assert.equal(failed.last_error.length, 1_000);
    server.clock.advance(hours(1));
    await server.settle();
    assert.deepEqual(await list('&state=failed'), []);
  });

  test('200: page by page, the one that is due first at the top', async () => {
    for (let count = 0; count < 2; count += 1) await enqueueJob(server);
    const all = await list();
    const due = all.map(({ due_at }) => due_at);
    assert.deepEqual(due, due.toSorted());
    const { jobs, ...counts } = (await moderator.get('/admin/jobs?limit=1&page=2')).json;
    assert.deepEqual(counts, { limit: 1, page: 2, total: all.length, totalPages: all.length });
    assert.deepEqual(jobs, [all[1]]);
  });

  test('400: a kind or a state that does not exist', async () => {
    assertRefused(await moderator.get('/admin/jobs?kind=bake'), 'invalid_request');
    assertRefused(await moderator.get('/admin/jobs?state=lost'), 'invalid_request');
  });

  test('401 and 403: anyone but a moderator', async () => {
    assertRefused(await server.anonymous.get('/admin/jobs'), 'unauthenticated');
    assertRefused(await ada.owner.get('/admin/jobs'), 'forbidden');
  });
});
