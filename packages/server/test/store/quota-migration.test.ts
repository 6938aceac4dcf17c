import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { emptyDatabase, migrateAt, migrateBefore } from '../support/migrate-database.ts';
import { tamper } from '../support/tamper.ts';
import { suite } from '../support/variants.ts';

suite('the migrations of quotas, similar ids and bans', () => {
  test('what is there counts for quotas, ids are folded, former publishers come from the log, bans hold for nodes', async (t) => {
    const url = await emptyDatabase(t);
    await migrateBefore(url, '0020-quotas');
    const at = '2026-01-01T00:00:00.000Z';
    for (const id of ['ada', 'bob-1']) {
      await tamper(
        url,
        sql`insert into publishers (id, profile_json, status, created_at)
            values (${id}, '{}', 'PublisherStatusActive', ${at})`,
      );
    }
    await tamper(
      url,
      sql`insert into nodes (key, id, publisher_id, metadata_json, moderation_json, status, created_at, updated_at, ordinal)
          values ('one', 'One', 'ada', '{}', '{}', 'NodeStatusActive', '', '', 1),
                 ('two', 'two', 'ada', '{}', '{}', 'NodeStatusDeleted', '', '', 2)`,
    );
    for (const [id, status, bytes] of [
      ['active', 'NodeVersionStatusActive', 30],
      ['deleted', 'NodeVersionStatusDeleted', 12],
      ['pending', 'NodeVersionStatusPending', null],
    ] as const) {
      await tamper(
        url,
        sql`insert into versions (id, node_key, version, sort_key, prerelease, metadata_json, tags_admin_json,
              deprecated, status, extract_status, created_at, upload_deadline, package_bytes)
            values (${id}, 'one', ${id}, ${id}, 0, '{}', '[]', 0, ${status}, 'success', ${at}, '', ${bytes})`,
      );
    }
    await tamper(
      url,
      sql`insert into app_nodes (version_id, name, definition_json)
          values ('active', 'Säve', '{}'), ('active', 'Ban', '{"policy":"AppNodePolicyBanned"}'),
                 ('deleted', 'Ban', '{"policy":"AppNodePolicyBanned"}'),
                 ('deleted', 'Said', '{"description":"\\"policy\\":\\"AppNodePolicyBanned\\""}')`,
    );
    await tamper(
      url,
      sql`insert into tokens (id, publisher_id, sha256, masked, request_json, created_at, revoked_at)
          values ('1', 'ada', '1', '', '{}', ${at}, null), ('2', 'ada', '2', '', '{}', ${at}, ${at})`,
    );
    const changes = [
      ['user:u1', 'publisher.created', 'publisher:ada', null, null],
      ['user:u1', 'publisher.created', 'publisher:bob-1', null, null],
      ['server', 'publisher.created', 'publisher:none', null, null],
      ['user:u2', 'node.updated', 'node:one', 'one', '{"publisher":"bob-1"}'],
      ['user:u2', 'node.updated', 'node:one', 'one', '{"description":"says \\"publisher\\": x"}'],
    ] as const;
    for (const [index, [actor, action, subject, key, before]] of changes.entries()) {
      await tamper(
        url,
        sql`insert into changes (seq, at, actor, action, subject, node_key, before_json)
            values (${index + 1}, ${at}, ${actor}, ${action}, ${subject}, ${key}, ${before})`,
      );
    }

    await migrateAt(url);
    const rows = (await tamper(url, sql`select * from quotas order by 1, 2, 3`)) as Record<string, unknown>[];
    assert.deepEqual(
      rows.map(({ subject_kind, subject_id, name, max, used }) => [
        subject_kind,
        subject_id,
        name,
        max,
        Number(used),
      ]),
      [
        ['account', 'u1', 'publishers', null, 2],
        ['node', 'one', 'versions', null, 3],
        ['publisher', 'ada', 'definition_bytes', null, 133],
        ['publisher', 'ada', 'nodes', null, 2],
        ['publisher', 'ada', 'package_bytes', null, 42],
        ['publisher', 'ada', 'pending_versions', null, 1],
        ['publisher', 'ada', 'tokens', null, 1],
      ],
    );
    const folded = (await tamper(
      url,
      sql`select folded_id from nodes union select folded_id from publishers order by 1`,
    )) as { folded_id: string }[];
    assert.deepEqual(
      folded.map(({ folded_id }) => folded_id),
      ['ada', 'bobl', 'one', 'two'],
    );
    const bans = (await tamper(url, sql`select * from app_node_bans`)) as object[];
    assert.deepEqual(
      bans.map((row) => ({ ...row })),
      [{ node_key: 'one', name: 'Ban' }],
    );
    const former = (await tamper(url, sql`select * from former_publishers`)) as object[];
    assert.deepEqual(
      former.map((row) => ({ ...row })),
      [{ node_key: 'one', publisher_id: 'bob-1' }],
    );
  });
});
