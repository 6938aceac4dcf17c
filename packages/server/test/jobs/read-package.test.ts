import assert from 'node:assert/strict';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { limits } from '@patchbay/contract';
import { packageKey } from '../../src/packages/blobs/blob-store.ts';
import { BlobsAwayError } from '../../src/errors.ts';
import { jobs } from '../../src/jobs/index.ts';
import { BusyError } from '../../src/limits/semaphore.ts';
import { readAndRecord } from '../../src/packages/read-package.ts';
import { openEngine } from '../../src/store/engines/open-engine.ts';
import { writeVersion } from '../../src/lifecycle/write-rows.ts';
import { findVersionById } from '../../src/store/rows/versions.ts';
import { assertRefused } from '../support/assert-refused.ts';
import { makePublisher, publishActive, publishPending } from '../support/build.ts';
import { hours } from '../support/clock.ts';
import { startServer } from '../support/start-server.ts';
import { claimedJob } from '../support/enqueue-job.ts';
import { suiteOnBoth } from '../support/variants.ts';

suiteOnBoth('read-package', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const { context } = server.server;
  const run = (subject: string) => jobs['receive-package'].run(context, claimedJob(subject));
  const changesOf = async (versionId: string): Promise<string[]> => {
    const moderator = await server.moderator();
    const { changes } = (await moderator.get(`/admin/changes?limit=1000&subject=version:${versionId}`)).json;
    return changes.map(({ action }) => action);
  };

  test('run twice, also at once, it judges a version once', async () => {
    const { versionId, signedUrl, bytes } = await publishPending(ada, 'Twice', '1.0.0');
    await server.anonymous.upload(signedUrl, bytes);
    await Promise.all([run(versionId), run(versionId), server.settle()]);
    assert.equal(await run(versionId), undefined);
    assert.deepEqual(await changesOf(versionId), [
      'version.published',
      'package.stored',
      'version.checked',
      'app-nodes.extracted',
    ]);
  });

  test('a version that a moderator judged meanwhile is left alone', async () => {
    const { versionId } = await publishActive(server, ada, 'Judged', '1.0.0');
    await (
      await server.moderator()
    ).put('/admin/nodes/judged/versions/1.0.0', {
      status: 'NodeVersionStatusBanned',
      status_reason: 'Not safe.',
    });
    await run(versionId);
    assert.equal((await findVersionById(context.store.read, versionId))?.status, 'NodeVersionStatusBanned');
  });

  test('a package that is not the one uploaded is flagged, with a reason', async () => {
    const { versionId } = await publishActive(server, ada, 'Swapped', '1.0.0');
    const version = await findVersionById(context.store.read, versionId);
    assert.ok(version?.package);
    const key = packageKey({ packageFolder: 'ada', key: 'swapped' }, versionId, version.package.sha256);
    await writeFile(join(context.config.DATA_DIR, 'packages', key), 'swapped');
    await context.store.write({ actor: 'server' }, (tx) =>
      writeVersion(tx, { ...version, status: 'NodeVersionStatusPending' }),
    );
    await run(versionId);
    await server.settle();
    const { json } = await ada.owner.get('/nodes/swapped/versions/1.0.0');
    assert.equal(json.status, 'NodeVersionStatusFlagged');
    assert.match(json.status_reason, /not the one that was uploaded/);
  });

  test('a disk that is away condemns no package, and a package that is missing on it is flagged', async () => {
    const { versionId } = await publishActive(server, ada, 'Away', '1.0.0');
    const version = await findVersionById(context.store.read, versionId);
    assert.ok(version?.package);
    await context.store.write({ actor: 'server' }, (tx) =>
      writeVersion(tx, { ...version, status: 'NodeVersionStatusPending' }),
    );
    const status = async () => (await findVersionById(context.store.read, versionId))?.status;
    const tryLast = () =>
      jobs['receive-package'].run(context, claimedJob(versionId, limits.packageAttemptsMax));
    const packages = join(context.config.DATA_DIR, 'packages');
    await rename(packages, `${packages}-away`);
    await assert.rejects(tryLast(), BlobsAwayError);
    await rename(`${packages}-away`, packages);
    assert.equal(await status(), 'NodeVersionStatusPending');
    await rm(join(packages, 'ada/away'), { recursive: true });
    await tryLast();
    await server.settle();
    assert.equal(await status(), 'NodeVersionStatusFlagged');
  });

  test('a database that is away, and too many packages at once, condemn no package', async () => {
    const { versionId } = await publishActive(server, ada, 'Held', '1.0.0');
    const version = await findVersionById(context.store.read, versionId);
    assert.ok(version?.package);
    const pending = { ...version, status: 'NodeVersionStatusPending' } as const;
    await context.store.write({ actor: 'server' }, (tx) => writeVersion(tx, pending));
    const nowhere = openEngine('postgres://127.0.0.1:1/nobody', { connections: 1 });
    const withoutReads = { ...context, store: { ...context.store, read: nowhere.reader, engine: nowhere } };
    const status = async () => (await findVersionById(context.store.read, versionId))?.status;
    await assert.rejects(readAndRecord(withoutReads, pending, limits.packageAttemptsMax));
    await nowhere.close();
    assert.equal(await status(), 'NodeVersionStatusPending');
    const { readers } = context;
    const read = readers.read.bind(readers);
    readers.read = () => Promise.reject(new BusyError('Too many packages are being read'));
    await assert.rejects(readAndRecord(context, pending, limits.packageAttemptsMax), BusyError);
    readers.read = read;
    assert.equal(await status(), 'NodeVersionStatusPending');
    await readAndRecord(context, pending, limits.packageAttemptsMax);
    assert.equal(await status(), 'NodeVersionStatusActive');
  });

  test('before the package came nothing looks for it until the deadline, which a repeated publish moves', async () => {
    const { versionId } = await publishPending(ada, 'Waiting', '1.0.0');
    const deadline = async () => (await findVersionById(context.store.read, versionId))?.uploadDeadline;
    const first = await deadline();
    assert.equal(await run(versionId), undefined);
    server.clock.advance(hours(23));
    await publishPending(ada, 'Waiting', '1.0.0');
    assert.ok(String(await deadline()) > String(first));
    server.clock.advance(hours(23));
    await server.settle();
    assert.equal((await server.anonymous.get('/nodes/waiting/versions/1.0.0')).status, 200);
  });

  test('a package that never comes frees the number, and the log says so', async () => {
    const { versionId, signedUrl, bytes } = await publishPending(ada, 'Late', '1.0.0');
    server.clock.advance(hours(24));
    await server.settle();
    assertRefused(await server.anonymous.get('/nodes/late/versions/1.0.0'), 'version_not_found');
    assertRefused(await server.anonymous.upload(signedUrl, bytes), 'version_not_found');
    assert.deepEqual(await changesOf(versionId), ['version.published', 'version.expired']);
    assert.equal(await run(versionId), undefined, 'of a version that is gone there is nothing to do');
    const again = await publishActive(server, ada, 'Late', '1.0.0');
    assert.notEqual(again.versionId, versionId);
  });
});
