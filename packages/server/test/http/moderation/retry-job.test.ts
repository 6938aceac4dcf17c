import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { jobId } from '../../../src/lifecycle/job.ts';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishPending, uniqueId } from '../../support/build.ts';
import { enqueueJob } from '../../support/enqueue-job.ts';
import { postponeReads } from '../../support/postpone-reads.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

suite('retry-job', async () => {
  const server = await startServer({ after });
  const { context } = server.server;
  const moderator = await server.moderator();
  // A job that failed is not tried again before the test looks.
  server.clock.stop();
  const ada = await makePublisher(server, 'ada');
  const retry = (id: string, as = moderator) => as.post(`/admin/jobs/${id}/retry`, { reason: 'Repaired.' });

  /** A version whose package was read once, in vain. */
  const failOnce = async () => {
    const node = uniqueId('failing');
    const { versionId, signedUrl, bytes } = await publishPending(ada, node, '1.0.0');
    const reads = postponeReads(context.readers, () => Promise.reject(new Error('no reader')));
    assert.equal((await server.anonymous.upload(signedUrl, bytes)).status, 200);
    await server.server.worker.settle();
    reads.restore();
    return { node, versionId, id: jobId({ kind: 'receive-package', subject: versionId }) };
  };

  test('200: it is begun at once, and the log says who asked and why', async () => {
    const { node, versionId, id } = await failOnce();
    const reply = await retry(id);
    assert.equal(reply.status, 200, reply.text);
    const { state, attempts, last_error } = reply.json;
    assert.deepEqual([state, attempts, last_error], ['waiting', 0, undefined]);
    await server.settle();
    const { status } = (await server.anonymous.get(`/nodes/${node}/versions/1.0.0`)).json;
    assert.equal(status, 'NodeVersionStatusActive');
    const { changes } = (await moderator.get(`/admin/changes?subject=job:${id}`)).json;
    assert.equal(changes.length, 1);
    const [{ action, before, reason }] = changes;
    assert.deepEqual([action, reason], ['job.retried', 'Repaired.']);
    const logged = {
      kind: 'receive-package',
      subject: versionId,
      attempts: 1,
      last_error: 'Error: no reader',
    };
    assert.deepEqual(before, logged);
  });

  test('401 and 403: anyone but a moderator', async () => {
    const id = await enqueueJob(server);
    assertRefused(await retry(id, server.anonymous), 'unauthenticated');
    assertRefused(await retry(id, ada.owner), 'forbidden');
  });

  test('404: one that is done, and what is no id', async () => {
    for (const id of ['x', 'YTpi', jobId({ kind: 'reap', subject: 'elsewhere' })]) {
      assertRefused(await retry(id), 'not_found');
    }
  });

  test('409: one that a process does', async () => {
    const { versionId, signedUrl, bytes } = await publishPending(ada, uniqueId('busy'), '1.0.0');
    const entered = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const reads = postponeReads(context.readers, async (read) => {
      entered.resolve();
      await held.promise;
      return read();
    });
    assert.equal((await server.anonymous.upload(signedUrl, bytes)).status, 200);
    await entered.promise;
    assertRefused(await retry(jobId({ kind: 'receive-package', subject: versionId })), 'job_running');
    held.resolve();
    await server.settle();
    reads.restore();
  });

  test('409: one of a kind that only a newer version does', async () => {
    const strange = { kind: 'bake', subject: 'bread' };
    await context.store.write({ actor: 'server' }, (tx) =>
      tx.db
        .insertInto('jobs')
        .values({
          ...strange,
          queue: '',
          run_at: '9999',
          attempts: 0,
          lease: null,
          leased_until: null,
          last_error: null,
        })
        .execute(),
    );
    assertRefused(await retry(jobId(strange)), 'illegal_transition');
    const dropped = await moderator.post(`/admin/jobs/${jobId(strange)}/drop`, { reason: 'Went back.' });
    assert.equal(dropped.status, 204, dropped.text);
  });
});
