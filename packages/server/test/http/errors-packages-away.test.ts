import assert from 'node:assert/strict';
import { chmod, chown, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { assertRefused } from '../support/assert-refused.ts';
import { makePublisher, publishActive, publishPending } from '../support/build.ts';
import type { Reply } from '../support/client.ts';
import { seconds } from '../support/clock.ts';
import { openFaultProxy } from '../support/fault-proxy.ts';
import { packagesOnS3 } from '../support/packages-on-s3.ts';
import { startServer } from '../support/start-server.ts';

/** More than a job that fails of itself has. */
const attempts = 7;

const assertAway = (reply: Reply): void => {
  assertRefused(reply, 'unavailable');
  assert.equal(reply.headers.get('retry-after'), '5');
  assert.doesNotMatch(reply.text, /s3|bucket|aws|127\.0\.0\.1|EACCES|staging/i);
};

suite('S3 is down', async () => {
  const s3 = await packagesOnS3({ after });
  const gate = await openFaultProxy({ after }, s3.endpoint);
  const server = await startServer({ after }, { PACKAGES_URL: s3.url(gate.url) });
  const ada = await makePublisher(server, 'ada');
  const { context } = server.server;
  const states = ['shut', 'silent', 'busy'] as const;

  for (const state of states) {
    test(`503: while it is ${state}, and all is well when it is back`, async () => {
      gate.set(state);
      assertAway(await server.anonymous.get('/ready'));
      assert.equal((await server.anonymous.get('/health')).status, 200);
      assert.equal((await server.anonymous.get('/publishers/ada')).status, 200);
      gate.set('open');
      assert.equal((await server.anonymous.get('/ready')).status, 200);
    });
  }

  test('a package that arrived before the outage becomes Active after it, despite failed attempts', async () => {
    const { signedUrl, bytes, versionId } = await publishPending(ada, 'Patient', '1.0.0');
    assert.equal((await server.anonymous.upload(signedUrl, bytes)).status, 200);
    gate.set('shut');
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      await server.settle();
      server.clock.advance(seconds(2));
    }
    const status = async () => (await server.anonymous.get('/nodes/patient/versions/1.0.0')).json.status;
    assert.equal(await status(), 'NodeVersionStatusPending');
    gate.set('open');
    server.clock.advance(seconds(2));
    await server.server.worker.settle();
    assert.equal(await status(), 'NodeVersionStatusActive', versionId);
  });

  test('an outage while a package is read again does not count as one that cannot be read', async () => {
    await publishActive(server, ada, 'Checked', '1.0.0');
    const { blobs } = context;
    let fetched = 0;
    context.blobs = {
      ...blobs,
      fetch: (key) => {
        fetched += 1;
        gate.set(fetched > attempts ? 'open' : 'shut');
        return blobs.fetch(key);
      },
    };
    assert.equal((await ada.owner.post('/nodes/checked/versions/1.0.0/extract')).status, 200);
    await server.settle();
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      server.clock.advance(seconds(2));
      await server.server.worker.settle();
    }
    context.blobs = blobs;
    assert.ok(fetched > attempts, String(fetched));
    const { json } = await ada.owner.get('/nodes/checked/versions/1.0.0');
    assert.equal(json.app_node_extract_status, 'unsupported');
  });
});

suite('the folder of packages is read-only', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const { bytes: stored } = await publishActive(server, ada, 'Stored', '1.0.0');
  const folder = server.server.context.config.DATA_DIR;
  const staging = join(folder, 'packages', '.staging');

  test('503: uploads are refused, all else is answered, and all is well when it can be written', async () => {
    const { signedUrl, bytes } = await publishPending(ada, 'Refused', '1.0.0');
    await chmod(staging, 0o500);
    await asOrdinaryUser(folder, async () => {
      assertAway(await server.anonymous.upload(signedUrl, bytes));
      assert.deepEqual((await server.anonymous.get('/packages/ada/stored/1.0.0.zip')).bytes, stored);
    });
    await chmod(staging, 0o700);
    assert.deepEqual(await readdir(staging), []);
    assert.equal((await server.anonymous.get('/ready')).status, 200);
    assert.equal((await server.anonymous.upload(signedUrl, bytes)).status, 200);
    await server.settle();
    const { json } = await server.anonymous.get('/nodes/refused/versions/1.0.0');
    assert.equal(json.status, 'NodeVersionStatusActive');
  });
});

/** With a folder, and all in it, that belongs to nobody else: to the superuser no folder is read-only. */
const asOrdinaryUser = async (folder: string, work: () => Promise<void>): Promise<void> => {
  if (process.getuid?.() !== 0) return work();
  const nobody = 65_534;
  for (const path of ['', ...(await readdir(folder, { recursive: true }))]) {
    await chown(join(folder, path), nobody, nobody);
  }
  process.seteuid?.(nobody);
  try {
    await work();
  } finally {
    process.seteuid?.(0);
  }
};
