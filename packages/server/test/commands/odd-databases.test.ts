import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { openEngine } from '../../src/store/engines/open-engine.ts';
import { type Ending, endingInReverse } from '../support/ending.ts';
import { makeDatabase, postgresUrl, runSql } from '../support/postgres-database.ts';
import { runCommandHere } from '../support/run-command-here.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { suiteOnPostgres } from '../support/variants.ts';

const upToDate = 'The database is up to date.\n';

/** The address with another user. */
const as = (url: string, user: string): string => url.replace(/\/\/[^@]*@/, `//${user}@`);

const withSearchPath = (url: string, schema: string): string =>
  `${url}?options=${encodeURIComponent(`-c search_path=${schema}`)}`;

suiteOnPostgres('a database of PostgreSQL that somebody else has set up', () => {
  const server = postgresUrl ?? '';
  const emptyDatabase = async (t: Ending): Promise<string> => {
    const database = await makeDatabase(server);
    t.after(() => database.drop());
    return database.url;
  };
  const roleWith = async (t: Ending, attributes = ''): Promise<string> => {
    const name = `patchbay_${randomUUID().replaceAll('-', '')}`;
    await runSql(server, `create role ${name} login ${attributes}`);
    t.after(async () => void (await runSql(server, `drop role ${name}`)));
    return name;
  };
  /** How it ends, and what it says of a database. */
  const run = async (t: Ending, DATABASE_URL: string, ...argv: string[]) => {
    const DATA_DIR = await temporaryFolder(t);
    const { code, stdout, stderr } = await runCommandHere(argv, { DATA_DIR, DATABASE_URL });
    return { code, said: code === 0 ? stdout : stderr };
  };

  test('that has another encoding than UTF-8 is refused, and gets no table', async (t) => {
    const name = `patchbay_${randomUUID()}`;
    await runSql(
      server,
      `create database "${name}" encoding 'LATIN1' lc_collate 'C' lc_ctype 'C' template template0`,
    );
    t.after(async () => void (await runSql(server, `drop database "${name}" with (force)`)));
    const url = server.replace(/\/postgres$/, `/${name}`);
    const { code, said } = await run(t, url, 'migrate');
    assert.equal(code, 1);
    assert.match(said, /^patchbay: The database has the encoding LATIN1, .* UTF8\. Make one with .*\.\n$/);
    assert.deepEqual(await runSql(url, `select from pg_tables where schemaname = 'public'`), []);
  });

  test('whose user lacks a right is one line that says which', async (t) => {
    const url = await emptyDatabase(t);
    const user = await roleWith(t);
    const [migrated, refused] = [
      await run(t, as(url, user), 'migrate'),
      /permission denied for schema public/,
    ];
    assert.equal(migrated.code, 1);
    assert.match(migrated.said, refused);
    assert.match(
      migrated.said,
      /^patchbay: DATABASE_URL cannot be used: .* Give its user the right, .*\.\n$/,
    );
    await run(t, url, 'migrate');
    for (const [argv, code] of [
      [['migrate'], 1],
      [['doctor', '--quick'], 2],
      [['backup', await temporaryFolder(t)], 1],
      [['admin', 'list'], 1],
    ] as const) {
      const ended = await run(t, as(url, user), ...argv);
      assert.equal(ended.code, code, ended.said);
      assert.match(ended.said, /^patchbay: DATABASE_URL cannot be used: permission denied for table .*\.\n$/);
    }
  });

  test('that has too few connections is not said to lack a right', async (t) => {
    const url = await emptyDatabase(t);
    await run(t, url, 'migrate');
    const user = await roleWith(t, 'connection limit 1');
    await runSql(url, `grant select, insert, update, delete on all tables in schema public to ${user}`);
    for (const argv of [
      ['admin', 'list'],
      ['backup', await temporaryFolder(t)],
    ]) {
      const { said } = await run(t, as(url, user), ...argv);
      assert.match(said, /^patchbay: DATABASE_URL cannot be reached: too many connections for role .*\.\n$/);
    }
    const packages = `file:${await temporaryFolder(t)}`;
    for (const to of [`sqlite:${join(await temporaryFolder(t), 'registry.db')}`, await emptyDatabase(t)]) {
      const flags = [
        '--from',
        as(url, user),
        '--from-packages',
        packages,
        '--to',
        to,
        '--to-packages',
        packages,
      ];
      const { said } = await run(t, url, 'migrate-storage', ...flags);
      // Once both are open, an error of one of two on one engine does not tell of which.
      const names = to.startsWith('sqlite')
        ? /^patchbay: --from cannot/
        : /^patchbay: --from(?: or --to)? cannot/;
      assert.match(said, names);
      assert.match(said, /cannot be reached: too many connections for role .*\.\n$/);
    }
  });

  test('may hold a registry in each schema', async (t) => {
    const url = await emptyDatabase(t);
    for (const schema of ['one', 'other']) {
      await runSql(url, `create schema ${schema}`);
      const mine = withSearchPath(url, schema);
      assert.match((await run(t, mine, 'migrate')).said, /^Migrated: 0001-accounts, /);
      assert.equal((await run(t, mine, 'migrate')).said, upToDate);
    }
    assert.deepEqual(await runSql(url, `select from pg_tables where schemaname = 'public'`), []);
  });

  test('may have the extension of trigrams where no statement looks for it', async (t) => {
    const url = await emptyDatabase(t);
    await runSql(url, 'create schema extensions');
    await runSql(url, 'create extension pg_trgm schema extensions');
    assert.match((await run(t, url, 'migrate')).said, /^Migrated: 0001-accounts, /);
  });

  test('whose time-outs are short ends neither a migration nor a read of one moment', async (t) => {
    const ending = endingInReverse(t);
    const url = await emptyDatabase(ending);
    const name = new URL(url).pathname.slice(1);
    for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout'])
      await runSql(server, `alter database "${name}" set ${limit} = '7s'`);
    const engine = openEngine(withSearchPath(url, 'public'), { connections: 1 });
    ending.after(() => engine.close());
    const settings = sql<Record<string, string>>`(
      select current_setting('statement_timeout') as statement,
        current_setting('idle_in_transaction_session_timeout') as silence,
        current_setting('default_transaction_read_only') as is_read_only,
        current_setting('search_path') as search_path)`.as('settings');
    const ofMoment = await engine.atOneMoment((db) => db.selectFrom(settings).selectAll().execute());
    assert.deepEqual(ofMoment, [{ statement: '0', silence: '0', is_read_only: 'on', search_path: 'public' }]);
    const ofMigration = await engine.migrator.selectFrom(settings).select('statement').execute();
    assert.deepEqual(ofMigration, [{ statement: '0' }]);
  });
});
