import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { findAllAppNodes } from '../../src/store/listing/app-node-lists.ts';
import { refreshOldListings } from '../../src/store/listing/catalogue.ts';
import { findNodes } from '../../src/store/listing/node-lists.ts';
import { findVersions } from '../../src/store/listing/version-lists.ts';
import { openTestStore } from '../support/open-store.ts';
import { tamper } from '../support/tamper.ts';
import { suiteOnBoth } from '../support/variants.ts';

const asked = { page: 1, limit: 10, offset: 0 };

suiteOnBoth('listings that an earlier revision derived', () => {
  test('are derived again: lists have every node, version and app-node', async (t) => {
    const { store, url } = await openTestStore(t);
    for (const statement of [
      sql`insert into publishers (id, profile_json, status, created_at) values
        ('ada', '{}', 'PublisherStatusActive', '2026-01-01'),
        ('eve', '{}', 'PublisherStatusBanned', '2026-01-01')`,
      sql`insert into nodes
        (key, id, publisher_id, metadata_json, moderation_json, status, created_at, updated_at, latest_version_id, ordinal)
        values
        ('old', 'Old', 'ada', '{"name":"Grain"}', '{}', 'NodeStatusActive', '2026-01-01', '2026-01-01', 'v1', 1),
        ('gone', 'Gone', 'ada', '{}', '{}', 'NodeStatusDeleted', '2026-01-02', '2026-01-02', null, 2),
        ('evil', 'Evil', 'eve', '{}', '{}', 'NodeStatusActive', '2026-01-02', '2026-01-02', null, 3),
        ('young', 'Young', 'ada', '{}', '{}', 'NodeStatusActive', '2026-01-03', '2026-01-03', null, 4)`,
      sql`insert into versions
        (id, node_key, version, sort_key, prerelease, metadata_json, tags_admin_json, deprecated, status,
          extract_status, created_at, upload_deadline, stored_at, ordinal)
        values
        ('v1', 'old', '1.0.0', 'a', 0, '{}', '[]', 0, 'NodeVersionStatusActive', 'success', '', '', '2026-01-01', 1),
        ('v2', 'old', '2.0.0', 'b', 0, '{}', '[]', 0, 'NodeVersionStatusPending', 'pending', '', '', null, null)`,
      sql`insert into app_nodes (version_id, name, definition_json, ordinal) values ('v1', 'Blur', '{}', 1)`,
      sql`update places set last = case list when 'nodes' then 4 else 1 end`,
    ]) {
      await tamper(url, statement);
    }
    await refreshOldListings(store);

    const nodes = await findNodes(store, {}, undefined, asked);
    assert.deepEqual([nodes.items, nodes.total, nodes.places], [['old', 'young'], 2, 4]);
    assert.equal((await findNodes(store, { os: 'linux' }, undefined, asked)).total, 2);
    const versions = await findVersions(store, { statuses: ['NodeVersionStatusActive'] }, asked);
    assert.deepEqual(
      [versions.items.map(({ version }) => version.id), versions.total, versions.places],
      [['v1'], 1, 1],
    );
    const appNodes = await findAllAppNodes(store.read, {}, asked);
    assert.deepEqual([appNodes.items.map(({ appNode }) => appNode.name), appNodes.total], [['Blur'], 1]);
  });
});
