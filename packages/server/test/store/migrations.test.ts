import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { shapeOf } from '../../src/store/rows/app-node-shape.ts';
import { openAccounts } from '../../src/accounts/accounts.ts';
import { readConfig } from '../../src/config.ts';
import { openEngine } from '../../src/store/engines/open-engine.ts';
import { DatabaseTooNewError } from '../../src/store/migrations/index.ts';
import { openStore } from '../../src/store/open-store.ts';
import { temporaryData } from '../support/make-data.ts';
import { emptyDatabase, migrateAt, migrateBefore } from '../support/migrate-database.ts';
import { migrationSteps as steps } from '../support/migration-steps.ts';
import { tamper } from '../support/tamper.ts';
import { currentVariant, suite } from '../support/variants.ts';

/** All that the database says of its tables, their columns and indexes. */
const schemaOf = (url: string): Promise<unknown[]> =>
  tamper(
    url,
    currentVariant().engine === 'sqlite'
      ? sql`select name, sql from sqlite_schema order by name`
      : sql`select table_name as name, column_name || ' ' || data_type || coalesce(collation_name, '') as sql
            from information_schema.columns where table_schema = 'public'
            union all select tablename, indexdef from pg_indexes where schemaname = 'public' order by 1, 2`,
  );

suite('migrations', () => {
  test('a fresh database takes every step in order, one that is up to date none', async (t) => {
    const url = await emptyDatabase(t);
    assert.deepEqual(await migrateAt(url), steps);
    const schema = await schemaOf(url);
    assert.deepEqual(await migrateAt(url), []);
    assert.deepEqual(await schemaOf(url), schema);
  });

  test('a database newer than the code is refused and left as it was', async (t) => {
    const url = await emptyDatabase(t);
    await migrateAt(url);
    await tamper(
      url,
      sql`insert into kysely_migration values ('9999-from-the-future', '2099-01-01T00:00:00Z')`,
    );
    const schema = await schemaOf(url);
    await assert.rejects(migrateAt(url), (error) => {
      assert.ok(error instanceof DatabaseTooNewError);
      assert.match(error.message, /9999-from-the-future/);
      return true;
    });
    assert.deepEqual(await schemaOf(url), schema);
  });

  test('a package that waited for its checks under an older version is still to be checked', async (t) => {
    const url = await emptyDatabase(t);
    await migrateBefore(url, '0008-jobs');
    const at = '2026-01-01T00:00:00.000Z';
    await tamper(
      url,
      sql`insert into jobs (kind, subject, run_at, attempts)
          values ('check-package', 'one', ${at}, 2), ('check-package', 'asked-again', ${at}, 1),
                 ('receive-package', 'asked-again', ${at}, 0), ('extract-app-nodes', 'three', ${at}, 0)`,
    );
    assert.deepEqual(await migrateAt(url), steps.slice(steps.indexOf('0008-jobs')));
    const rows = (await tamper(url, sql`select * from jobs order by subject`)) as Record<string, unknown>[];
    assert.deepEqual(
      rows.map(({ kind, subject, attempts }) => [kind, subject, attempts]),
      [
        ['receive-package', 'asked-again', 0],
        ['receive-package', 'one', 2],
        ['extract-app-nodes', 'three', 0],
      ],
    );
  });

  test('a token made under an older version has the maker that the log names, or ends', async (t) => {
    const url = await emptyDatabase(t);
    await migrateBefore(url, '0010-token-makers');
    const at = '2026-01-01T00:00:00.000Z';
    const banned = currentVariant().engine === 'sqlite' ? sql`1` : sql`true`;
    await tamper(
      url,
      sql`insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt", banned)
          values ('owner', 'o', 'o@example.org', ${banned}, ${at}, ${at}, null),
                 ('banned', 'b', 'b@example.org', ${banned}, ${at}, ${at}, ${banned}),
                 ('member', 'm', 'm@example.org', ${banned}, ${at}, ${at}, null)`,
    );
    await tamper(
      url,
      sql`insert into publishers (id, profile_json, status, created_at)
                          values ('ada', '{}', 'PublisherStatusActive', ${at})`,
    );
    await tamper(
      url,
      sql`insert into members (id, publisher_id, user_id, role, created_at)
          values ('1', 'ada', 'owner', 'owner', ${at}), ('2', 'ada', 'banned', 'owner', ${at}),
                 ('3', 'ada', 'member', 'member', ${at})`,
    );
    for (const [seq, maker] of ['owner', 'banned', 'member', 'nobody'].entries()) {
      await tamper(
        url,
        sql`insert into tokens (id, publisher_id, sha256, masked, request_json, created_at)
            values (${maker}, 'ada', ${maker}, 'masked', '{"name":"old"}', ${at})`,
      );
      if (maker === 'nobody') continue;
      await tamper(
        url,
        sql`insert into changes (seq, at, actor, action, subject)
            values (${seq + 1}, ${at}, ${`user:${maker}`}, 'token.created', ${`token:${maker}`})`,
      );
    }
    await migrateAt(url);
    const tokens = (await tamper(url, sql`select * from tokens order by id`)) as Record<string, unknown>[];
    assert.deepEqual(
      tokens.map(({ id, maker_id, revoked_at }) => [id, maker_id, revoked_at === null]),
      [
        ['banned', 'banned', false],
        ['member', 'member', false],
        ['nobody', null, false],
        ['owner', 'owner', true],
      ],
    );
    assert.equal(tokens[3]?.['request_json'], '{"name":"old","actions":["publish","edit"]}');
    const ended = (await tamper(
      url,
      sql`select subject from changes where action = 'token.revoked' order by subject`,
    )) as { subject: string }[];
    assert.deepEqual(
      ended.map(({ subject }) => subject),
      ['token:banned', 'token:member', 'token:nobody'],
    );
  });

  test('a publisher with an Active version counts as approved since its first one, others do not', async (t) => {
    const url = await emptyDatabase(t);
    await migrateBefore(url, '0023-findings-by-rule');
    const versions = [
      ['ada', '1.0.0', 'Active', '2026-01-02'],
      ['ada', '2.0.0', 'Active', '2026-01-03'],
      ['ada', '0.1.0', 'Flagged', '2026-01-01'],
      ['bob', '1.0.0', 'Pending', '2026-01-01'],
    ] as const;
    for (const [index, id] of ['ada', 'bob', 'eve'].entries()) {
      await tamper(
        url,
        sql`insert into publishers (id, profile_json, status, created_at)
            values (${id}, '{}', 'PublisherStatusActive', '2026-01-01')`,
      );
      await tamper(
        url,
        sql`insert into nodes (key, id, publisher_id, metadata_json, moderation_json, status, created_at, updated_at,
                               downloads, rating_sum, rating_count, ordinal)
            values (${id}, ${id}, ${id}, '{}', '{}', 'NodeStatusActive', '2026-01-01', '2026-01-01', 0, 0, 0, ${index})`,
      );
    }
    for (const [publisher, number, status, at] of versions) {
      await tamper(
        url,
        sql`insert into versions (id, node_key, version, sort_key, prerelease, metadata_json, tags_admin_json,
                                  deprecated, status, extract_status, created_at, upload_deadline)
            values (${publisher + number}, ${publisher}, ${number}, ${number}, 0, '{}', '[]', 0,
                    ${`NodeVersionStatus${status}`}, 'pending', ${at}, ${at})`,
      );
    }
    await migrateAt(url);
    const rows = await tamper(url, sql`select id, approved_at from publishers order by id`);
    assert.deepEqual(
      (rows as Record<string, unknown>[]).map(({ id, approved_at }) => [id, approved_at]),
      [
        ['ada', '2026-01-02'],
        ['bob', null],
        ['eve', null],
      ],
    );
    const found = (await tamper(url, sql`select found_json from versions`)) as { found_json: string }[];
    assert.ok(found.length === 4 && found.every(({ found_json }) => found_json === '{}'));
  });

  test('who was signed in before tokens were hashed stays signed in', async (t) => {
    const config = readConfig(await temporaryData(t, { isEmpty: true }));
    const url = config.DATABASE_URL;
    await migrateBefore(url, '0012-session-digests');
    const at = '2026-01-01T00:00:00.000Z';
    await tamper(
      url,
      sql`insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
          values ('ada', 'Ada', 'ada@example.org', 'false', ${at}, ${at})`,
    );
    const many = 2_001;
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    await tamper(
      url,
      sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(many)})
          insert into session (id, "userId", token, "expiresAt", "createdAt", "updatedAt")
          select 'session-' || n, 'ada', 'plain-token-' || n, ${expiresAt}, ${at}, ${at} from numbers`,
    );

    await migrateAt(url);
    const kept = (await tamper(url, sql`select token from session`)) as { token: string }[];
    assert.equal(kept.length, many);
    assert.ok(kept.every(({ token }) => /^[\da-f]{64}$/.test(token)));
    const store = openStore(openEngine(url, { connections: 1 }), () => new Date());
    t.after(() => store.close());
    const accounts = openAccounts(store, config, 'http://localhost', pino({ level: 'silent' }));
    for (const n of [1, 1_000, 1_001, many]) {
      assert.equal((await accounts.findUser(`plain-token-${n}`))?.id, 'ada', `session ${n}`);
    }
    const files = currentVariant().engine === 'sqlite' ? ['registry.db', 'registry.db-wal'] : [];
    for (const file of files) {
      const bytes = await readFile(join(config.DATA_DIR, file));
      assert.equal(bytes.includes('plain-token-'), false, `${file} holds a token that was overwritten`);
    }
  });

  test('who had an app-node name first is read from the log of a database that never kept it', async (t) => {
    const url = await emptyDatabase(t);
    await migrateBefore(url, '0015-app-node-claims');
    await tamper(
      url,
      sql`insert into publishers (id, profile_json, status, created_at)
          values ('ada', '{}', 'PublisherStatusActive', '2026-01-01')`,
    );
    await tamper(
      url,
      sql`insert into nodes (key, id, publisher_id, metadata_json, moderation_json, status, created_at, updated_at, ordinal)
          values ('one', 'one', 'ada', '{}', '{}', 'NodeStatusActive', '', '', 1),
                 ('two', 'two', 'ada', '{}', '{}', 'NodeStatusActive', '', '', 2)`,
    );
    const versions = [
      ['deleted', 'one', 'NodeVersionStatusDeleted', '2026-01-01'],
      ['newer', 'one', 'NodeVersionStatusActive', '2026-01-05'],
      ['flagged', 'two', 'NodeVersionStatusFlagged', '2026-01-01'],
      ['unlogged', 'two', 'NodeVersionStatusActive', '2026-01-04'],
    ] as const;
    for (const [id, node, status, at] of versions) {
      await tamper(
        url,
        sql`insert into versions (id, node_key, version, sort_key, prerelease, metadata_json, tags_admin_json,
              deprecated, status, extract_status, created_at, upload_deadline)
            values (${id}, ${node}, ${id}, ${id}, 0, '{}', '[]', 0, ${status}, 'success', ${at}, '')`,
      );
      await tamper(
        url,
        sql`insert into app_nodes (version_id, name, definition_json) values (${id}, 'Blur', '{}')`,
      );
    }
    const change = (seq: number, id: string, at: string, status: string) =>
      tamper(
        url,
        sql`insert into changes (seq, at, actor, action, subject, after_json)
            values (${seq}, ${at}, 'server', 'version.checked', ${`version:${id}`}, ${JSON.stringify({ status, findings: 0 })})`,
      );
    await change(1, 'flagged', '2026-01-01', 'NodeVersionStatusFlagged');
    await change(2, 'deleted', '2026-01-02', 'NodeVersionStatusActive');
    await change(3, 'deleted', '2026-01-03', 'NodeVersionStatusDeleted');
    await change(4, 'newer', '2026-01-06', 'NodeVersionStatusActive');
    await migrateAt(url);
    const claims = (await tamper(url, sql`select * from app_node_claims order by node_key`)) as object[];
    assert.deepEqual(
      claims.map((row) => ({ ...row })),
      [
        { name: 'Blur', node_key: 'one', first_active_at: '2026-01-02' },
        { name: 'Blur', node_key: 'two', first_active_at: '2026-01-04' },
      ],
    );
  });

  test('app-nodes that are there get the digest of what they take and return', async (t) => {
    const url = await emptyDatabase(t);
    await migrateBefore(url, '0026-node-history');
    await tamper(
      url,
      sql`insert into publishers (id, profile_json, status, created_at)
          values ('ada', '{}', 'PublisherStatusActive', '2026-01-01')`,
    );
    await tamper(
      url,
      sql`insert into nodes (key, id, publisher_id, metadata_json, moderation_json, status, created_at, updated_at, ordinal)
          values ('one', 'one', 'ada', '{}', '{}', 'NodeStatusActive', '', '', 1)`,
    );
    await tamper(
      url,
      sql`insert into versions (id, node_key, version, sort_key, prerelease, metadata_json, tags_admin_json,
            deprecated, status, extract_status, created_at, upload_deadline)
          values ('v', 'one', '1.0.0', 'v', 0, '{}', '[]', 0, 'NodeVersionStatusActive', 'success', '', '')`,
    );
    const definition = (index: number) => JSON.stringify({ return_types: index < 600 ? '["A"]' : '["B"]' });
    const rows = Array.from(
      { length: 601 },
      (_, index) => sql`('v', ${`Node ${index}`}, ${definition(index)}, ${sql.lit(index)})`,
    );
    await tamper(
      url,
      sql`insert into app_nodes (version_id, name, definition_json, ordinal) values ${sql.join(rows)}`,
    );
    await migrateAt(url);
    const shapes = (await tamper(
      url,
      sql`select shape, count(*) as count from app_nodes group by shape order by count(*)`,
    )) as { shape: string; count: number }[];
    assert.deepEqual(
      shapes.map(({ count }) => count),
      [1, 600],
    );
    assert.equal(shapes[0]?.shape, shapeOf({ return_types: '["B"]' }));
  });

  test('a step that fails leaves nothing of itself', async (t) => {
    const url = await emptyDatabase(t);
    // The second step finds the name of its last table taken.
    await tamper(url, sql`create table jobs (other text)`);
    await assert.rejects(migrateAt(url), /could not be migrated/);
    const names = (await schemaOf(url)).map((row) => (row as { name: string }).name);
    assert.equal(names.includes('publishers'), false);
  });
});
