import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { jobId } from '../../../src/lifecycle/job.ts';
import { claimJob, deleteJob, lockJob } from '../../../src/store/queue/jobs.ts';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publishActive, publishPending, uniqueId } from '../../support/build.ts';
import { hours } from '../../support/clock.ts';
import { enqueueJob } from '../../support/enqueue-job.ts';
import { openTestStore } from '../../support/open-store.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

suite('drop-job', async () => {
  const server = await startServer({ after });
  const moderator = await server.moderator();
  const ada = await makePublisher(server, 'ada');
  const drop = (id: string, as = moderator) => as.post(`/admin/jobs/${id}/drop`, { reason: 'Not needed.' });

  test('204: an extraction fails with it and can be requested again; the log has both', async () => {
    const node = uniqueId('dropped');
    const { versionId } = await publishActive(server, ada, node, '1.0.0');
    const read = async () => (await server.anonymous.get(`/nodes/${node}/versions/1.0.0`)).json;
    const before = await read();
    await server.server.worker.stop();
    const path = `/nodes/${node}/versions/1.0.0/extract` as const;
    assert.equal((await ada.owner.post(path)).status, 200);
    assert.equal((await read()).app_node_extract_status, 'pending');
    const id = jobId({ kind: 'extract-app-nodes', subject: versionId });
    const reply = await drop(id);
    assert.deepEqual([reply.status, reply.text], [204, '']);
    assert.deepEqual(await read(), { ...before, app_node_extract_status: 'failed' });
    assertRefused(await drop(id), 'not_found');
    const actionsOf = async (subject: string) =>
      (await moderator.get(`/admin/changes?subject=${subject}`)).json.changes.map(({ action, reason }) => [
        action,
        reason,
      ]);
    assert.deepEqual(await actionsOf(`job:${id}`), [['job.dropped', 'Not needed.']]);
    const changes = await actionsOf(`version:${versionId}`);
    assert.deepEqual(changes.at(-1), ['app-nodes.given-up', 'Not needed.']);
    assert.equal((await ada.owner.post(path)).status, 200);
    assert.equal((await drop(id)).status, 204);
  });

  test('401 and 403: anyone but a moderator', async () => {
    const id = await enqueueJob(server);
    assertRefused(await drop(id, server.anonymous), 'unauthenticated');
    assertRefused(await drop(id, ada.owner), 'forbidden');
    assert.equal((await drop(id)).status, 204);
  });

  test('409: what a version waits for, until the version is gone', async () => {
    const node = uniqueId('kept');
    const { versionId } = await publishPending(ada, node, '1.0.0');
    const id = await enqueueJob(server, { kind: 'receive-package', subject: versionId });
    assertRefused(await drop(id), 'illegal_transition');
    const ban = { status: 'NodeVersionStatusBanned', status_reason: 'Not wanted.' };
    assert.equal((await moderator.put(`/admin/nodes/${node}/versions/1.0.0`, ban)).status, 200);
    assertRefused(await drop(id), 'illegal_transition');
    const other = await publishPending(ada, node, '2.0.0');
    const ofOther = await enqueueJob(server, { kind: 'receive-package', subject: other.versionId });
    assert.equal((await ada.owner.delete(`/publishers/ada/nodes/${node}/versions/2.0.0`)).status, 204);
    assert.equal((await drop(ofOther)).status, 204);
  });

  test('409: the reaper', async () => {
    const [reaper] = (await moderator.get('/admin/jobs?kind=reap')).json.jobs;
    assertRefused(await drop(reaper.id), 'illegal_transition');
    assert.deepEqual((await moderator.get('/admin/jobs?kind=reap')).json.jobs, [reaper]);
  });

  test('a worker that claims while it is dropped finds nothing', async (t) => {
    const { store, clock } = await openTestStore(t);
    const job = { kind: 'extract-app-nodes', subject: 'raced' } as const;
    await store.write({ actor: 'server' }, (tx) => tx.enqueue({ ...job, runAt: tx.now }));
    clock.advance(hours(1));
    let claim: Promise<unknown> = Promise.resolve();
    await store.write({ actor: 'server' }, async (tx) => {
      const locked = await lockJob(tx, job, store.engine);
      assert.equal(locked?.state, 'waiting');
      const leasedUntil = new Date(clock.now().getTime() + hours(1)).toISOString();
      claim = store.queue((queue) =>
        claimJob(queue, { kinds: [job.kind] }, { lease: 'a lease', leasedUntil }, store.engine),
      );
      await deleteJob(tx, job);
    });
    assert.equal(await claim, undefined);
  });
});
