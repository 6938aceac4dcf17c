import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, test } from 'node:test';
import { keyOfPackage } from '../../src/packages/blobs/blob-store.ts';
import { examine, repair } from '../../src/doctor/examine.ts';
import { checks } from '../../src/doctor/index.ts';
import { makePublisher, publishActive } from '../support/build.ts';
import { days } from '../support/clock.ts';
import { packagesOnS3 } from '../support/packages-on-s3.ts';
import { runCommandHere } from '../support/run-command-here.ts';
import { startServer } from '../support/start-server.ts';
import { suiteOnBoth } from '../support/variants.ts';

suiteOnBoth('doctor, packages on S3', async () => {
  const s3 = await packagesOnS3({ after });

  test('finds and removes orphans, and finds packages that are missing or damaged', async (t) => {
    const server = await startServer(t, { PACKAGES_URL: s3.url() });
    const { store, blobs, now } = server.server.context;
    const ada = await makePublisher(server, 'ada');
    const versions = ['1.0.0', '2.0.0', '3.0.0'];
    for (const version of versions) await publishActive(server, ada, 'mine', version);
    const keys: string[] = [];
    for await (const { key } of blobs.list('')) keys.push(key);
    assert.equal(keys.length, versions.length);
    const look = async () => {
      const later = () => new Date(now().getTime() + days(2));
      const registry = { engine: store.engine, blobs, now: later, pause: async () => {}, isQuick: false };
      // A day later the reaper would be overdue.
      const found = await examine(
        registry,
        checks.filter(({ reads }) => reads === 'packages'),
      );
      return { found, names: found.flatMap(({ check, faults }) => faults.map(() => check.name)) };
    };
    assert.deepEqual((await look()).names, []);

    const versionId = '00000000-0000-7000-8000-000000000000';
    const orphan = { packageFolder: 'ada', nodeKey: 'mine', versionId, sha256: '0'.repeat(64) };
    const [missing = '', damaged = ''] = keys;
    await blobs.remove(missing);
    for (const key of [damaged, keyOfPackage(orphan)]) {
      await using blob = await blobs.stage(Readable.from([Buffer.from('other')]), 100);
      await blob.commit(key);
    }
    const { found, names } = await look();
    assert.deepEqual(names, ['packages', 'packages', 'orphans']);
    await repair({ store, blobs }, found);
    assert.deepEqual((await look()).names, ['packages', 'packages']);
  });

  test('a bucket that is not there, or not for these credentials, is one line that says so', async (t) => {
    const server = await startServer(t);
    const { DATABASE_URL, DATA_DIR } = server.server.context.config;
    const none = `s3://no-such-bucket?endpoint=${s3.endpoint}`;
    const before = process.env['AWS_SECRET_ACCESS_KEY'];
    const told = async (PACKAGES_URL: string): Promise<string> => {
      const { code, stderr } = await runCommandHere(['doctor'], { DATABASE_URL, DATA_DIR, PACKAGES_URL });
      assert.equal(code, 2);
      return stderr;
    };
    const reached = 'patchbay: PACKAGES_URL cannot be reached:';
    assert.equal(await told(none), `${reached} there is no bucket "no-such-bucket".\n`);
    process.env['AWS_SECRET_ACCESS_KEY'] = 'another';
    const refused = await told(s3.url());
    process.env['AWS_SECRET_ACCESS_KEY'] = before;
    assert.equal(refused, `${reached} the credentials give no access to the bucket "${s3.bucket}".\n`);
  });
});
