import assert from 'node:assert/strict';
import { claimedJob } from '../support/enqueue-job.ts';
import { after, suite, test } from 'node:test';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import type { Arrival, BlobStore } from '../../src/packages/blobs/blob-store.ts';
import { jobs } from '../../src/jobs/index.ts';
import { takeArrival } from '../../src/packages/await-package.ts';
import { findVersionById } from '../../src/store/rows/versions.ts';
import { assertRefused } from '../support/assert-refused.ts';
import { makePublisher, publishActive, publishPending, zip } from '../support/build.ts';
import { hours, minutes } from '../support/clock.ts';
import { packagesOnS3 } from '../support/packages-on-s3.ts';
import { startServer } from '../support/start-server.ts';

const packageBytesMax = 10_000;

suite('await-package', async () => {
  const s3 = await packagesOnS3({ after });
  const url = s3.url();
  const server = await startServer(
    { after },
    { PACKAGES_URL: url, PACKAGE_BYTES_MAX: String(packageBytesMax) },
  );
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  const { context } = server.server;
  const upload = server.anonymous.upload.bind(server.anonymous);
  const path = (nodeId: string) => `/nodes/${nodeId}/versions/1.0.0`;
  const read = async (nodeId: string) => (await ada.owner.get(path(nodeId))).json;
  const actionsOf = async (versionId: string): Promise<string[]> => {
    const { changes } = (await moderator.get(`/admin/changes?limit=1000&subject=version:${versionId}`)).json;
    return changes.map(({ action }) => action);
  };
  const prefix = `${new URL(url).pathname.slice(1)}/`;
  const keysOf = async (versionId: string): Promise<string[]> => {
    const { Contents = [] } = await s3.client.send(
      new ListObjectsV2Command({ Bucket: s3.bucket, Prefix: prefix }),
    );
    const keys = Contents.map(({ Key = '' }) => Key.slice(prefix.length));
    return keys.filter((key) => key.includes(versionId)).map((key) => key.split('/')[0] ?? '');
  };
  const stored = ['version.published', 'package.stored', 'version.checked', 'app-nodes.extracted'];

  test('from the publish to the download: the bytes that were put into the store without us', async () => {
    const { versionId, bytes } = await publishActive(server, ada, 'Whole', '1.0.0');
    const { downloadUrl, status } = await read('whole');
    assert.equal(status, 'NodeVersionStatusActive');
    assert.deepEqual((await server.anonymous.get(downloadUrl)).bytes, bytes);
    assert.deepEqual(await actionsOf(versionId), stored);
    assert.deepEqual(await keysOf(versionId), ['packages'], 'nothing is left where it arrived');
  });

  test('nothing is taken by a token that was revoked, also once another one publishes', async () => {
    const tokens = '/publishers/ada/tokens';
    const { id, token } = (await ada.owner.post(tokens, { name: 'leaked' })).json;
    const { versionId, signedUrl } = await publishPending({ ...ada, token }, 'Leaked', '1.0.0');
    await ada.owner.delete(`${tokens}/${id}`);
    assert.equal((await upload(signedUrl, await zip({ other: 'bytes' }))).status, 200, 'the store takes it');
    await server.settle();
    assert.equal((await read('leaked')).status, 'NodeVersionStatusPending');
    const again = await publishActive(server, ada, 'Leaked', '1.0.0');
    assert.equal(again.versionId, versionId);
    const { downloadUrl } = await read('leaked');
    assert.deepEqual((await server.anonymous.get(downloadUrl)).bytes, again.bytes);
  });

  test('what is put to the address once the package is stored changes nothing', async () => {
    const { versionId, signedUrl, bytes } = await publishActive(server, ada, 'Overwritten', '1.0.0');
    assert.equal((await upload(signedUrl, await zip({ other: 'bytes' }))).status, 200);
    await jobs['receive-package'].run(context, claimedJob(versionId));
    await server.settle();
    const { downloadUrl } = await read('overwritten');
    assert.deepEqual((await server.anonymous.get(downloadUrl)).bytes, bytes);
    assert.deepEqual(await actionsOf(versionId), stored);
  });

  test('a refused package is kept aside, its version Flagged with the reason, and its number can be free again', async () => {
    const refused: [string, Uint8Array<ArrayBuffer>, RegExp][] = [
      ['Broken', new Uint8Array([1, 2, 3]), /not a zip/i],
      ['Large', new Uint8Array(packageBytesMax + 1), /larger than 10000 bytes/],
      [
        'Mismatched',
        await zip({ 'pyproject.toml': '[project]\nname = "other"\nversion = "1.0.0"\n' }),
        /other/,
      ],
    ];
    for (const [nodeId, bytes, reason] of refused) {
      const { versionId, signedUrl } = await publishPending(ada, nodeId, '1.0.0');
      assert.equal((await upload(signedUrl, bytes)).status, 200);
      await server.settle();
      const version = await read(nodeId);
      assert.equal(version.status, 'NodeVersionStatusFlagged', nodeId);
      assert.match(version.status_reason, reason);
      assert.deepEqual(await actionsOf(versionId), ['version.published', 'package.refused']);
      assert.deepEqual(await keysOf(versionId), ['quarantine']);
      const active = { status: 'NodeVersionStatusActive', status_reason: 'Looks fine.' };
      assertRefused(await moderator.put(`/admin${path(nodeId)}`, active), 'illegal_transition');
      await ada.owner.delete(`/publishers/ada${path(nodeId)}`);
      await publishActive(server, ada, nodeId, '1.0.0');
      assert.equal((await read(nodeId)).status, 'NodeVersionStatusActive');
    }
  });

  test('a package without room waits until the quota is raised', async () => {
    const { signedUrl, bytes } = await publishPending(ada, 'Full', '1.0.0');
    const setQuota = (package_bytes: number | null) =>
      moderator.put('/admin/publishers/ada/quotas', { package_bytes, reason: 'Asked for.' });
    await setQuota(0);
    await upload(signedUrl, bytes);
    await server.settle();
    assert.equal((await read('full')).status, 'NodeVersionStatusPending');
    await setQuota(null);
    await server.settle();
    assert.equal((await read('full')).status, 'NodeVersionStatusActive');
  });

  test('once the node is transferred, what its former publisher sends is not taken', async () => {
    const bob = await makePublisher(server, 'bob');
    const { signedUrl, bytes } = await publishPending(ada, 'Given', '1.0.0');
    await moderator.post('/admin/nodes/given/transfer', { publisher_id: 'bob', reason: 'Agreed.' });
    assert.equal((await upload(signedUrl, bytes)).status, 200, 'the store takes it');
    await server.settle();
    const readAsBob = async () => (await bob.owner.get(path('given'))).json;
    assert.equal((await readAsBob()).status, 'NodeVersionStatusPending');
    const again = await publishActive(server, bob, 'Given', '1.0.0');
    const { downloadUrl, status } = await readAsBob();
    assert.equal(status, 'NodeVersionStatusActive');
    assert.deepEqual((await server.anonymous.get(downloadUrl)).bytes, again.bytes);
  });

  test('while the node is banned its package is not taken, and after it is', async () => {
    const { signedUrl, bytes } = await publishPending(ada, 'Banned', '1.0.0');
    await upload(signedUrl, bytes);
    const move = (status: string) => moderator.put('/publishers/ada/nodes/banned', { status });
    await move('NodeStatusBanned');
    await server.settle();
    await move('NodeStatusActive');
    assert.equal((await read('banned')).status, 'NodeVersionStatusPending');
    await server.settle();
    assert.equal((await read('banned')).status, 'NodeVersionStatusActive');
  });

  test('while the node is deleted its package is not taken, and after it is', async () => {
    const { signedUrl, bytes } = await publishPending(ada, 'Deleted', '1.0.0');
    await upload(signedUrl, bytes);
    const move = (status: string) => ada.owner.put('/publishers/ada/nodes/deleted', { status });
    await move('NodeStatusDeleted');
    await server.settle();
    await move('NodeStatusActive');
    assert.equal((await read('deleted')).status, 'NodeVersionStatusPending');
    await server.settle();
    assert.equal((await read('deleted')).status, 'NodeVersionStatusActive');
  });

  test('the job looks again and again until the deadline, and then the number is free', async () => {
    const { versionId } = await publishPending(ada, 'Never', '1.0.0');
    const run = () => jobs['receive-package'].run(context, claimedJob(versionId));
    const wait = async () => {
      const outcome = await run();
      assert.ok(typeof outcome === 'object');
      return outcome.runAt.getTime() - server.clock.now().getTime();
    };
    assert.ok((await wait()) <= 1_000);
    server.clock.advance(minutes(8));
    const later = await wait();
    assert.ok(later > minutes(1.9) && later < minutes(2.5), String(later));
    server.clock.advance(hours(23));
    assert.ok((await wait()) <= minutes(10));
    server.clock.advance(hours(1));
    assert.equal(await run(), undefined);
    assertRefused(await ada.owner.get(path('never')), 'version_not_found');
  });

  test('who asks for the version has it looked for within a second; a stranger has not', async () => {
    const { versionId } = await publishPending(ada, 'Asked', '1.0.0');
    const dueIn = async () => {
      const { run_at } = await context.store.read
        .selectFrom('jobs')
        .select('run_at')
        .where('subject', '=', versionId)
        .executeTakeFirstOrThrow();
      return Date.parse(run_at) - server.clock.now().getTime();
    };
    for (const ask of [
      () => ada.owner.get(path('asked')),
      () => ada.owner.get(`${path('asked')}/findings`),
      () => publishPending(ada, 'Asked', '1.0.0'),
    ]) {
      server.clock.advance(hours(2));
      await server.settle();
      await server.anonymous.get(path('asked'));
      assert.ok((await dueIn()) > minutes(5), 'of itself');
      await ask();
      assert.ok((await dueIn()) <= 1_000);
    }
  });

  test('ended at any step and begun again, it comes to the same end', async () => {
    const good = await zip({ '__init__.py': 'GOOD = True\n' });
    const bad = new Uint8Array([1, 2, 3]);
    for (const [name, bytes, status, place] of [
      ['Good', good, 'Active', 'packages'],
      ['Bad', bad, 'Flagged', 'quarantine'],
    ] as const) {
      let isWhole = false;
      for (let steps = 0; !isWhole; steps += 1) {
        const nodeId = `${name}-${steps}`;
        const { versionId, signedUrl } = await publishPending(ada, nodeId, '1.0.0');
        await upload(signedUrl, bytes);
        const version = await findVersionById(context.store.read, versionId);
        assert.ok(version);
        const blobs = endingAfter(steps, context.blobs);
        isWhole = await takeArrival({ ...context, blobs }, version).catch(() => false);
        await server.settle();
        const places = await keysOf(versionId);
        assert.equal((await read(nodeId)).status, `NodeVersionStatus${status}`, nodeId);
        assert.deepEqual(
          places.filter((one) => one !== 'uploads'),
          [place],
          nodeId,
        );
      }
    }
  });
});

/** The store as a process knows it that ends after so many steps: before what it does, and after what it stores. */
const endingAfter = (steps: number, blobs: BlobStore): BlobStore => {
  let left = steps;
  const step = (): void => {
    if (left === 0) throw new Error('the process ended');
    left -= 1;
  };
  const storing = async (store: () => Promise<void>): Promise<void> => {
    step();
    await store();
    step();
  };
  const ending = (arrival: Arrival): Arrival => ({
    stage: async (bytesMax) => {
      step();
      const staged = await arrival.stage(bytesMax);
      return { ...staged, commit: (key) => storing(() => staged.commit(key)) };
    },
    quarantine: () => storing(() => arrival.quarantine()),
    clear: async () => {
      step();
      await arrival.clear();
    },
  });
  return {
    ...blobs,
    findArrival: async (grant) => {
      const arrival = await blobs.findArrival?.(grant);
      return arrival && ending(arrival);
    },
  };
};
