import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { readManifest, writeManifest } from '../../src/commands/backup/manifest.ts';
import { savedTables } from '../../src/commands/migrate-storage/moved-tables.ts';
import type { Report } from '../../src/commands/doctor/report.ts';
import { findLastSeq } from '../../src/store/log/changes.ts';
import { publishActive } from '../support/build.ts';
import { Client } from '../support/client.ts';
import { type Ending, endingInReverse } from '../support/ending.ts';
import { type DataSettings, temporaryData } from '../support/make-data.ts';
import { packagesOnS3 } from '../support/packages-on-s3.ts';
import { makeDatabase, postgresUrl } from '../support/postgres-database.ts';
import { runCommand, startCommand } from '../support/run-command.ts';
import { type TestServer, startServer } from '../support/start-server.ts';
import { tamper } from '../support/tamper.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { currentVariant, suiteOnBoth } from '../support/variants.ts';
import { backUp, restoreInto, verify } from './backup/in-process.ts';
import { startLoad } from './backup/load.ts';
import { fillRegistry } from './migrate-storage/fill-registry.ts';

suiteOnBoth('npm run backup, npm run restore', async () => {
  const { engine } = currentVariant();
  // Packages on S3 beside PostgreSQL, and on the disk beside SQLite.
  const s3 = engine === 'postgres' ? await packagesOnS3({ after }) : undefined;
  const packagesUrl = s3 && { PACKAGES_URL: s3.url() };
  const server = await startServer({ after }, packagesUrl);
  const { ada, bob } = await fillRegistry(server);
  const { DATA_DIR, DATABASE_URL } = server.server.context.config;
  const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = process.env;
  const settings = { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, DATA_DIR, DATABASE_URL, ...packagesUrl };
  const snapshotsOf = async (folder: string): Promise<string[]> => (await readdir(folder)).sort();
  const changesOf = async ({ server: { context } }: TestServer, upTo: number): Promise<string[]> => {
    const rows = await context.store.read
      .selectFrom('changes')
      .selectAll()
      .where('seq', '<=', upTo)
      .orderBy('seq')
      .execute();
    const columns = Object.keys(rows[0] ?? {}).toSorted((one, other) => one.localeCompare(other));
    return rows.map((row) => JSON.stringify(row, columns));
  };
  /** Empty data on the other engine where there are two, to show that a backup fits both. */
  const dataElsewhere = async (ending: Ending): Promise<DataSettings> => {
    const data = await temporaryData(ending, { isEmpty: true });
    if (engine === 'postgres')
      return { ...data, DATABASE_URL: `sqlite:${join(data.DATA_DIR, 'registry.db')}` };
    if (postgresUrl === undefined) return data;
    const database = await makeDatabase(postgresUrl);
    ending.after(() => database.drop());
    return { ...data, DATABASE_URL: database.url };
  };

  const originals = await temporaryFolder({ after });
  /** A folder with one backup of the registry as it is: a copy, because to make one takes longer than most tests. */
  const backedUp = async (t: Ending): Promise<string> => {
    const lastSeq = await findLastSeq(server.server.context.store.read);
    const original = join(originals, String(lastSeq));
    if (!existsSync(original)) await backUp(server, original);
    const folder = await temporaryFolder(t);
    await cp(original, folder, { recursive: true });
    return folder;
  };

  test('the drill: a backup under load, more writes, and all is there again on the other engine', async (t) => {
    const folder = await temporaryFolder(t);
    const load = await startLoad(server, ['drill-one', 'drill-two']);
    t.after(() => load.stop());
    await load.more(4);
    let known = [...load.acknowledged];
    // A store that takes uploads by itself acknowledges before the registry knows of the package.
    if (s3 !== undefined) {
      await until(async () => {
        const log = await changesOf(server, Number.MAX_SAFE_INTEGER);
        known = load.acknowledged.filter(({ versionId, sha256 }) =>
          log.some((change) => change.includes(versionId) && change.includes(sha256)),
        );
        return known.length > 0;
      });
    }
    const { code, stdout, stderr } = await runCommand('backup', [folder], settings);
    assert.deepEqual([code, stderr], [0, ''], 'no progress goes into a pipe');
    const { text: metrics } = await server.anonymous.get('/metrics');
    assert.match(metrics, /^patchbay_last_run_timestamp_seconds\{run="backup"\} 1\d{9}/m);
    await load.more(2);
    await load.stop();
    const seq = Number(/change (\d+) is the last/.exec(stdout)?.[1]);
    assert.ok(seq > 0, stdout);

    const ending = endingInReverse(t);
    const target = await dataElsewhere(ending);
    const restored = await runCommand('restore', [folder], target);
    assert.equal(restored.code, 0, restored.stderr);
    const doctor = await runCommand('doctor', ['--json'], target);
    assert.equal(doctor.code, 0, doctor.stdout + doctor.stderr);
    assert.equal((JSON.parse(doctor.stdout) as Report).clean, true);

    const there = await startServer(ending, { ...target, ADMIN_EMAIL: '', ADMIN_PASSWORD: '' });
    const log = await changesOf(there, seq);
    const expected = await changesOf(server, seq);
    assert.equal(
      log.findIndex((change, index) => change !== expected[index]),
      -1,
    );
    assert.equal(log.length, seq);
    await there.settle();
    for (const { path, sha256 } of known) {
      const reply = await there.anonymous.get(path);
      assert.equal(reply.status, 200, path);
      assert.equal(createHash('sha256').update(reply.bytes).digest('hex'), sha256);
    }
    assert.equal((await new Client(there.url, bob.bearer).get('/users')).status, 200, 'sessions are there');
    const owner = new Client(there.url, ada.owner.bearer);
    await publishActive(there, { ...ada, owner }, 'after-restore', '1.0.0');
    const { next } = await there.server.context.store.read
      .selectFrom('changes')
      .select((eb) => eb.fn.min('seq').as('next'))
      .where('seq', '>', seq)
      .executeTakeFirstOrThrow();
    assert.equal(next, seq + 1);
  });

  test('a second backup copies only new packages, and old ones are removed without harm to it', async (t) => {
    const folder = await temporaryFolder(t);
    await backUp(server, folder);
    await publishActive(server, ada, 'between', '1.0.0');
    // What was refused has no package to copy; its row says why.
    const between = await ada.owner.get('/nodes/between/versions/1.0.0');
    assert.equal(between.json.status, 'NodeVersionStatusActive', between.text);
    const { moved } = await backUp(server, folder);
    assert.deepEqual([moved.faults, moved.copied], [[], 1]);
    const [first = '', second = ''] = await snapshotsOf(folder);
    const [file = ''] = await readdir(join(folder, first, 'packages/ada/node-0'));
    const inodes = await Promise.all(
      [first, second].map(async (name) => (await stat(join(folder, name, 'packages/ada/node-0', file))).ino),
    );
    assert.equal(inodes[0], inodes[1]);
    assert.equal((await backUp(server, folder, { keep: 2 })).removed, 1);
    assert.deepEqual((await snapshotsOf(folder)).slice(0, 1), [second]);
    assert.deepEqual(await verify(folder), []);
  });

  test('a server that starts while packages are restored keeps its rows', async (t) => {
    const folder = await backedUp(t);
    const target = await temporaryData(t);
    const insert = sql`insert into publishers (id, profile_json, status, created_at)
      values ('first', '{}', 'PublisherStatusActive', '') on conflict do nothing`;
    await assert.rejects(
      restoreInto(target, folder, { meanwhile: ({ migrator }) => insert.execute(migrator) }),
      /^Error: The database holds a registry already: it has rows in publishers/,
    );
    const database = target.DATABASE_URL ?? `sqlite:${join(target.DATA_DIR, 'registry.db')}`;
    const rows = (await tamper(database, sql`select id from publishers`)) as { id: string }[];
    assert.deepEqual(
      rows.map(({ id }) => id),
      ['first'],
    );
  });

  test('every row is there once restored, on the same engine', async (t) => {
    const folder = await temporaryFolder(t);
    await backUp(server, folder);
    const target = await temporaryData(t);
    await restoreInto(target, folder);
    const database = target.DATABASE_URL ?? `sqlite:${join(target.DATA_DIR, 'registry.db')}`;
    for (const { name } of savedTables) {
      const count = sql`select count(*) as count from ${sql.table(name)}`;
      assert.deepEqual(await tamper(database, count), await tamper(DATABASE_URL, count), name);
    }
  });

  // What no engine can change.
  if (engine !== 'sqlite') return;

  test('a backup that is killed leaves the one before it, and the next one goes on', async (t) => {
    const folder = await backedUp(t);
    const [first = ''] = await snapshotsOf(folder);
    const killed = startCommand('backup', [folder], settings);
    // At once, before it ends by itself.
    await until(async () => (await readdir(folder)).includes('unfinished'), { pollMs: 1 });
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    assert.deepEqual(await snapshotsOf(folder), [first, 'lock', 'unfinished']);
    assert.deepEqual(await verify(folder), []);
    await backUp(server, folder);
    const names = await snapshotsOf(folder);
    assert.deepEqual([names.length, names[0]], [2, first]);
  });

  test('a damaged package is named, and restored without only if asked', async (t) => {
    const folder = await backedUp(t);
    const [name = ''] = await snapshotsOf(folder);
    const packages = join(folder, name, 'packages/ada/node-1');
    const [file = ''] = await readdir(packages);
    const bytes = await readFile(join(packages, file));
    await writeFile(
      join(packages, file),
      bytes.map((byte) => byte ^ 1),
    );
    const [fault = ''] = await verify(folder);
    assert.match(fault, new RegExp(`^ada/node-1/${file} is damaged`));
    const target = await temporaryData(t);
    await assert.rejects(restoreInto(target, folder), /no rows were restored.*\n.*node-1.*has other bytes/s);
    const { moved } = await restoreInto(target, folder, { acceptsLosses: true });
    assert.equal(moved.faults.length, 1);
    const { moved: again } = await backUp(server, folder, { isVerifying: true });
    assert.equal(again.copied, 1, 'no link to what is damaged');
    assert.deepEqual(await verify(folder), []);
  });

  test('a package that cannot be read is named, and the rest is restored', async (t) => {
    const folder = await backedUp(t);
    const [name = ''] = await snapshotsOf(folder);
    const packages = join(folder, name, 'packages/ada/node-1');
    const [file = ''] = await readdir(packages);
    await rm(join(packages, file));
    await mkdir(join(packages, file));
    const key = `ada/node-1/${file}`;
    assert.deepEqual(await verify(folder), [`${key} cannot be read (EISDIR).`]);
    const target = await temporaryData(t);
    const { moved } = await restoreInto(target, folder, { acceptsLosses: true });
    assert.deepEqual(moved.faults, [`${key} cannot be read (EISDIR) at the source.`]);
    const { faults } = await backUp(server, folder, { isVerifying: true });
    assert.deepEqual(faults, []);
  });

  test('a package that the store has lost is named, and the rest is backed up', async (t) => {
    const folder = await backedUp(t);
    const lost = { open: () => Promise.reject(Object.assign(new Error('gone'), { code: 'ENOENT' })) };
    const { context } = server.server;
    const broken = { ...server, server: { ...server.server, context: { ...context, blobs: lost } } };
    const empty = await temporaryFolder(t);
    const { faults, packages } = await backUp(broken as never, empty);
    assert.ok(packages.lines > 0);
    assert.equal(faults.length, packages.lines);
    const { faults: none } = await backUp(broken as never, folder);
    assert.deepEqual(none, [], 'what an earlier backup has is not lost');
  });

  test('only the owner can read any of it, and who installed what is not in it', async (t) => {
    const folder = await temporaryFolder(t);
    await backUp(server, folder);
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const { mode } = await stat(join(entry.parentPath, entry.name));
      assert.equal(mode & 0o077, 0, entry.name);
    }
    const [name = ''] = await snapshotsOf(folder);
    const tables = await readdir(join(folder, name, 'rows'));
    assert.equal(tables.length, savedTables.length);
    assert.equal(
      tables.some((table) => table.startsWith('download_')),
      false,
    );
  });

  test('only one backup at a time is made in a folder', async (t) => {
    const folder = await temporaryFolder(t);
    const both = await Promise.allSettled([backUp(server, folder), backUp(server, folder)]);
    assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    assert.deepEqual(await verify(folder), []);
    for (const root of ['/proc/nowhere/backups', import.meta.filename]) {
      await assert.rejects(backUp(server, root), {
        message: `${root} must be a folder that can be written.`,
      });
    }
  });

  test('a lock from before the last boot does not count, though another process has its id now', async (t) => {
    const folder = await temporaryFolder(t);
    const lock = join(folder, 'lock');
    await writeFile(lock, `${process.ppid} ${randomUUID()} ${randomUUID()}`);
    await backUp(server, folder);
    await writeFile(lock, `${process.ppid} ${randomUUID()}`);
    await assert.rejects(backUp(server, folder), /makes a backup in this folder/);
  });

  test("a lock of a process that had the id of this one is nobody's", async (t) => {
    const folder = await temporaryFolder(t);
    await writeFile(join(folder, 'lock'), String(process.pid));
    await backUp(server, folder);
    assert.deepEqual(await verify(folder), []);
  });

  test('a backup with a damaged manifest is named and kept, and keeps nobody from the others', async (t) => {
    const folder = await backedUp(t);
    await backUp(server, folder);
    const [first = '', second = ''] = await snapshotsOf(folder);
    await writeFile(join(folder, second, 'manifest.json'), '{}');
    const { damaged, moved, removed } = await backUp(server, folder, { keep: 1 });
    assert.deepEqual(damaged, [`${join(folder, second, 'manifest.json')} is damaged.`]);
    assert.equal(moved.copied, 0, 'packages are linked from the one before');
    assert.equal(removed, 1);
    const names = await snapshotsOf(folder);
    assert.deepEqual([names.length, names[0], names.includes(first)], [2, second, false]);
    assert.deepEqual(await verify(folder), []);
    const target = await temporaryData(t);
    await assert.rejects(restoreInto(target, folder, { from: second }), /manifest\.json is damaged/);
  });

  test('a folder takes later backups of one registry, and no others', async (t) => {
    const folder = await backedUp(t);
    const [name = ''] = await snapshotsOf(folder);
    const other = await startServer(t);
    await assert.rejects(backUp(other, folder, { keep: 1 }), /^Error: .* has backups of another registry/);
    const later = '2999-01-01T00-00-00-000Z';
    await rename(join(folder, name), join(folder, later));
    await assert.rejects(backUp(server, folder, { keep: 1 }), /^Error: The backup 2999.* is newer than/);
    assert.deepEqual(await snapshotsOf(folder), [later]);
    assert.deepEqual(await verify(folder), []);
  });

  test('what cannot be restored is refused, and nothing is changed', async (t) => {
    const folder = await backedUp(t);
    const [name = ''] = await snapshotsOf(folder);
    const home = { ...settings, HOST_PROFILE: 'app' };
    await assert.rejects(restoreInto(home, folder), /^Error: The database holds a registry already/);
    const target = await temporaryData(t);
    await assert.rejects(restoreInto(target, join(folder, 'none')), /^Error: There is no folder/);
    await assert.rejects(restoreInto(target, folder, { from: 'x' }), /^Error: There is no backup x in/);
    await rm(join(folder, name, 'rows/nodes.jsonl.gz'));
    await assert.rejects(
      restoreInto(target, folder),
      /^Error: The backup .* cannot be restored: rows\/nodes\.jsonl\.gz is missing/,
    );
    await writeFile(join(folder, name, 'manifest.json'), '{}');
    await assert.rejects(restoreInto(target, folder), /manifest\.json is damaged/);
  });

  test('a backup from before the oldest supported version is refused', async (t) => {
    const folder = await backedUp(t);
    const [name = ''] = await readdir(folder);
    const manifest = await readManifest(join(folder, name));
    assert.ok(manifest);
    const migrations = manifest.migrations.filter((step) => step < '0032');
    await writeManifest(join(folder, name), { ...manifest, migrations });
    await assert.rejects(
      restoreInto(await temporaryData(t, { isEmpty: true }), folder),
      /is too old for this version\. Restore it with commit/,
    );
  });
});
