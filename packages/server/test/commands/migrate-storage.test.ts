import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cp, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { sql } from 'kysely';
import { Client as PostgresClient } from 'pg';
import { packageKey } from '../../src/packages/blobs/blob-store.ts';
import { readStoredPackages } from '../../src/store/rows/stored-packages.ts';
import { makePublisher, publishActive } from '../support/build.ts';
import { Client } from '../support/client.ts';
import { type Ending, endingInReverse } from '../support/ending.ts';
import { openFaultProxy } from '../support/fault-proxy.ts';
import { packagesOnS3 } from '../support/packages-on-s3.ts';
import { makeDatabase, postgresUrl, variables } from '../support/postgres-database.ts';
import { readPackages, readRegistry } from '../support/read-registry.ts';
import { runCommand, startCommand } from '../support/run-command.ts';
import { startServerProcess } from '../support/server-process.ts';
import { type TestServer, password, startServer } from '../support/start-server.ts';
import { tamper } from '../support/tamper.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { suiteOnPostgres } from '../support/variants.ts';
import { type Place, countOf, countRows } from './migrate-storage/count-rows.ts';
import { fillRegistry, goOn, searches } from './migrate-storage/fill-registry.ts';

const carriedOver = { PUBLIC_URL: 'https://registry.example.org', SECRET: 's'.repeat(32) };

suiteOnPostgres('npm run migrate-storage', async () => {
  const suiteEnd = endingInReverse({ after });
  const s3 = await packagesOnS3(suiteEnd);
  const onDisk = async (ending: Ending): Promise<Place> => {
    const folder = await temporaryFolder(ending);
    return {
      database: `sqlite:${join(folder, 'registry.db')}`,
      packages: `file:${join(folder, 'packages')}`,
    };
  };
  const folderOf = ({ packages }: Place): string => packages.slice('file:'.length);
  const onPostgres = async (ending: Ending, endpoint?: string): Promise<Place> => {
    const database = await makeDatabase(postgresUrl ?? '', process.env[variables.template]);
    ending.after(() => database.drop());
    return { database: database.url, packages: s3.url(endpoint) };
  };
  const settings = ({ database, packages }: Place) => ({
    ...carriedOver,
    DATABASE_URL: database,
    PACKAGES_URL: packages,
  });
  const serve = async (ending: Ending, place: Place): Promise<TestServer> => {
    const server = await startServer(ending, settings(place));
    const { url, anonymous } = server;
    const upload: Client['upload'] = (address, ...rest) =>
      anonymous.upload(address.replace(carriedOver.PUBLIC_URL, url), ...rest);
    return { ...server, anonymous: Object.assign(new Client(url), { upload }) };
  };
  const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = process.env;
  const flags = (from: Place, to: Place) =>
    Object.entries({
      '--from': from.database,
      '--from-packages': from.packages,
      '--to': to.database,
      '--to-packages': to.packages,
    }).flat();
  const environment = { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY };
  const move = (from: Place, to: Place, more = {}) =>
    runCommand('migrate-storage', flags(from, to), { ...environment, ...more });
  const moved = async (from: Place, to: Place): Promise<string> => {
    const { code, stdout, stderr } = await move(from, to);
    assert.deepEqual([code, stderr], [0, '']);
    return stdout;
  };
  /** Everything anyone can read. */
  const readAll = async ({ server, url }: TestServer) => {
    const client = new Client(url);
    const { read } = server.context.store;
    const packages = await readPackages(client, read);
    await server.context.downloads.flush();
    return { packages, answers: await readRegistry(client, read, searches) };
  };
  const logOf = async ({ server }: TestServer): Promise<number[]> => {
    const rows = await server.context.store.read.selectFrom('changes').select('seq').orderBy('seq').execute();
    return rows.map(({ seq }) => seq);
  };

  const openHome = async (ending: Ending) => {
    const home = await onDisk(ending);
    const source = await serve(ending, home);
    return { home, source, people: await fillRegistry(source) };
  };

  // No test writes into it.
  const { home, source, people } = await openHome(suiteEnd);
  await goOn(source, people);

  test('the registry that moves here has a row of every table', async () => {
    // Only servers of the version before write job_queues.
    const empty = Object.entries(await countRows(home)).filter(
      ([name, count]) => count === 0 && name !== 'job_queues',
    );
    const names = empty.map(([name]) => name).join(', ');
    assert.ok(
      names === '',
      `No row of ${names}, so nothing shows that its rows move: have fillRegistry (fill-registry.ts) write one.`,
    );
  });

  test('takes a registry along while it runs, and what it did meanwhile in another run', async (t) => {
    const ending = endingInReverse(t);
    const own = await openHome(ending);
    // What its server has still to do would change rows that are counted.
    await own.source.settle();
    const cluster = await onPostgres(ending);
    const rows = await countRows(own.home);
    const total = Object.values(rows).reduce((sum, count) => sum + count);
    assert.match(
      await moved(own.home, cluster),
      new RegExp(`^${total} rows: ${total} written, 0 removed\\. 11 packages: 11 copied\\.`),
    );
    assert.deepEqual(await countRows(cluster), rows);
    await goOn(own.source, own.people);
    await tamper(
      own.home.database,
      sql`update jobs set lease = 'held', leased_until = '9999-01-01T00:00:00.000Z'
        where kind != 'deliver-webhook'`,
    );
    assert.match(
      await moved(own.home, cluster),
      /^\d+ rows: \d+ written, [1-9]\d* removed\. 12 packages: 1 copied/,
    );
    assert.deepEqual(await countRows(cluster), await countRows(own.home));
    const leased = sql`select * from jobs where lease is not null or leased_until is not null`;
    assert.deepEqual(await tamper(cluster.database, leased), [], 'nobody works at the target yet');
  });

  test('all that can be read is the same byte for byte, there and back again', async (t) => {
    const ending = endingInReverse(t);
    const cluster = await onPostgres(ending);
    const before = await readAll(source);
    assert.ok(before.answers.size > 80);
    await moved(home, cluster);
    const there = await serve(ending, cluster);
    const answers = await readRegistry(new Client(there.url), there.server.context.store.read, searches);
    assert.deepEqual(answers, before.answers);
    const onCluster = await readAll(there);
    assert.deepEqual(onCluster.packages, before.packages);

    const seqs = await logOf(there);
    assert.deepEqual(seqs, await logOf(source));
    const signedIn = await there.anonymous.post('/auth/sign-in/email', {
      email: 'owner-of-ada@example.org',
      password,
    });
    assert.equal(signedIn.status, 200, signedIn.text);
    const session = new Client(there.url, people.ada.owner.bearer);
    assert.equal((await session.get('/users')).status, 200, 'a session from before is good');
    await publishActive(there, { ...people.ada, owner: session }, 'Node-99', '9.0.0');
    const grown = await logOf(there);
    assert.ok(grown.length > seqs.length);
    assert.deepEqual(
      grown,
      Array.from(grown, (_, index) => index + 1),
    );

    const plain = await onDisk(ending);
    const newHome = { ...plain, database: plain.database.replace('registry.db', 'new/registry.db') };
    const now = await readAll(there);
    await moved(cluster, newHome);
    // Before a server completes the job that only packages in a bucket need.
    assert.deepEqual(await countRows(newHome), await countRows(cluster));
    const back = await serve(ending, newHome);
    assert.deepEqual(
      await readRegistry(new Client(back.url), back.server.context.store.read, searches),
      now.answers,
    );
    assert.deepEqual(await readPackages(new Client(back.url), back.server.context.store.read), now.packages);
  });

  test('a target that was written to since, or holds another registry, is refused and left as it was', async (t) => {
    const ending = endingInReverse(t);
    const other = await onDisk(ending);
    const cluster = await onPostgres(ending);
    await moved(home, cluster);
    for (const target of [cluster, other]) {
      await makePublisher(await serve(ending, target), 'somebody');
      const rows = await countRows(target);
      const { code, stderr } = await move(home, target);
      assert.equal(code, 1);
      assert.match(stderr, /^patchbay: The database at --to holds another registry, or was written to since/);
      assert.deepEqual(await countRows(target), rows);
    }
  });

  test('killed among the rows and among the packages, it goes on where it was, and no server starts there before', async (t) => {
    const ending = endingInReverse(t);
    const gate = await openFaultProxy(ending, s3.endpoint);
    const target = await onPostgres(ending, gate.url);
    const hold = new PostgresClient({ connectionString: target.database });
    await hold.connect();
    await hold.query('begin; lock table nodes in share mode');
    const amongRows = startCommand('migrate-storage', flags(home, target), environment);
    await until(async () => (await countOf(target, 'tokens')) > 0);
    amongRows.kill('SIGKILL');
    await once(amongRows, 'exit');
    assert.equal(await countOf(target, 'nodes'), 0);
    await hold.end();

    const temporary = { TMPDIR: await temporaryFolder(ending) };
    const onTarget = { ...environment, ...settings(target), DATA_DIR: await temporaryFolder(ending) };
    const assertClosed = () =>
      assert.rejects(startServerProcess(onTarget), /ended with 1: patchbay: a move to this database was not/);
    await assertClosed();
    const amongPackages = startCommand('migrate-storage', flags(home, target), {
      ...environment,
      ...temporary,
    });
    const Prefix = `${new URL(target.packages).pathname.slice(1)}/`;
    const stored = async () =>
      (await s3.client.send(new ListObjectsV2Command({ Bucket: s3.bucket, Prefix }))).KeyCount ?? 0;
    await until(async () => (await stored()) > 0);
    gate.set('silent');
    amongPackages.kill('SIGKILL');
    await once(amongPackages, 'exit');
    gate.set('open');
    await assertClosed();
    const there = await stored();
    const { stdout } = await move(home, target, temporary);
    const again = /^\d+ rows: 0 written, 0 removed\. 12 packages: (\d+) copied/.exec(stdout);
    assert.deepEqual(await readdir(temporary.TMPDIR), [], 'what the killed run left is gone');
    const copied = Number(again?.[1]);
    // The store may finish what it had received when the sender was killed.
    assert.ok(copied > 0 && copied <= 12 - there, `${copied} copied, ${there} were there`);
    assert.equal(await stored(), 12);
    assert.deepEqual(await countRows(target), await countRows(home));
    await (await startServerProcess(onTarget)).end('SIGTERM');
  });

  test('packages that are missing or broken are named, and the others moved', async (t) => {
    const ending = endingInReverse(t);
    // A copy of what no test writes into.
    const own = await onDisk(ending);
    await cp(dirname(folderOf(home)), dirname(folderOf(own)), { recursive: true });
    const target = await onDisk(ending);
    const keys: string[] = [];
    for await (const one of readStoredPackages(source.server.context.store.read)) {
      keys.push(
        packageKey({ packageFolder: one.packageFolder, key: one.nodeKey }, one.versionId, one.sha256),
      );
    }
    const [missing = '', broken = ''] = keys;
    const folder = folderOf(own);
    await rm(join(folder, missing));
    await writeFile(join(folder, broken), 'other bytes');
    const { code, stdout, stderr } = await move(own, target);
    assert.equal(code, 1);
    assert.match(stdout, /12 packages: 10 copied/);
    assert.deepEqual(
      stderr.trim().split('\n').sort(),
      [
        `${missing} is missing at the source.`,
        `${broken} has other bytes at the source: their digest is ${createHash('sha256').update('other bytes').digest('hex')}.`,
      ].sort(),
    );
  });

  test('what cannot be done is said in one line', async (t) => {
    const empty = await onDisk(endingInReverse(t));
    const unfilled = await onDisk(endingInReverse(t));
    await writeFile(unfilled.database.slice('sqlite:'.length), '');
    const away = { ...home, database: 'postgres://nobody@127.0.0.1:9/none' };
    for (const [args, sentence] of [
      [[], /^patchbay: --from needs a value\. .*Usage: npm run migrate-storage -- --from/],
      [flags({ ...home, database: 'mysql://x' }, empty), /^patchbay: --from must be postgres:/],
      [flags(home, { ...empty, packages: 'ftp://x' }), /^patchbay: --to-packages must be file:/],
      [flags(home, { ...empty, packages: 'memory:' }), /^patchbay: --to-packages must be a place that lasts/],
      [flags(empty, home), /^patchbay: There is no database at \S+registry\.db\. Check --from\.$/m],
      [flags(unfilled, home), /^patchbay: The database at --from has no registry of this version/],
      [flags(home, away), /^patchbay: --to cannot be reached/],
      [flags(home, { ...empty, database: 'sqlite:/proc/nowhere/x' }), /^patchbay: --to cannot be opened/],
    ] as const) {
      const { code, stderr } = await runCommand('migrate-storage', args, environment);
      assert.equal(code, 1);
      assert.match(stderr, sentence);
      assert.equal(stderr.trim().split('\n').length, 1, stderr);
    }
    assert.deepEqual(
      await readdir(dirname(folderOf(empty))),
      [],
      'nothing was made of a path that was mistyped',
    );
  });
});
