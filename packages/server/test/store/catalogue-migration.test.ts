import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { findAllAppNodes } from '../../src/store/listing/app-node-lists.ts';
import { refreshOldListings } from '../../src/store/listing/catalogue.ts';
import { readConfig } from '../../src/config.ts';
import { openEngine } from '../../src/store/engines/open-engine.ts';
import { findNodes } from '../../src/store/listing/node-lists.ts';
import { searchNodes } from '../../src/search/search-nodes.ts';
import { declarations } from '../../src/store/migrations/0006-declarations.ts';
import { migrate, migratorOf } from '../../src/store/migrations/index.ts';
import { openStore } from '../../src/store/open-store.ts';
import { findVersions } from '../../src/store/listing/version-lists.ts';
import { Clock } from '../support/clock.ts';
import { temporaryData } from '../support/make-data.ts';
import { suite } from '../support/variants.ts';

const asked = { page: 1, limit: 10, offset: 0 };

suite('the catalogue of a database from before there was one', () => {
  test('has every node, version and app-node in its place, and finds them', async (t) => {
    const { DATABASE_URL } = readConfig(await temporaryData(t, { isEmpty: true }));
    const engine = openEngine(DATABASE_URL, { connections: 1 });
    const db = engine.writer;
    const { error } = await migratorOf(engine).migrateTo('0003-findings');
    assert.equal(error, undefined);
    await sql`insert into publishers (id, profile_json, status, created_at) values
      ('ada', '{}', 'PublisherStatusActive', '2026-01-01'),
      ('eve', '{}', 'PublisherStatusBanned', '2026-01-01')`.execute(db);
    await sql`insert into nodes
      (key, id, publisher_id, metadata_json, moderation_json, status, created_at, updated_at, latest_version_id)
      values
      ('young', 'Young', 'ada', '{}', '{}', 'NodeStatusActive', '2026-01-03', '2026-01-03', null),
      ('old', 'Old', 'ada', '{"name":"Grain"}', '{}', 'NodeStatusActive', '2026-01-01', '2026-01-01', 'v1'),
      ('gone', 'Gone', 'ada', '{}', '{}', 'NodeStatusDeleted', '2026-01-02', '2026-01-02', null),
      ('evil', 'Evil', 'eve', '{}', '{}', 'NodeStatusActive', '2026-01-02', '2026-01-02', null)`.execute(db);
    await sql`insert into versions
      (id, node_key, version, sort_key, prerelease, metadata_json, tags_admin_json, deprecated, status,
        extract_status, created_at, upload_deadline, stored_at)
      values
      ('v1', 'old', '1.0.0', 'a', 0, '{}', '[]', 0, 'NodeVersionStatusActive', 'success', '', '', '2026-01-01'),
      ('v2', 'old', '2.0.0', 'b', 0, '{}', '[]', 0, 'NodeVersionStatusPending', 'pending', '', '', null)`.execute(
      db,
    );
    await sql`insert into app_nodes (version_id, name, definition_json) values ('v1', 'Blur', '{}')`.execute(
      db,
    );

    await migrate(engine);
    const store = openStore(engine, new Clock().now);
    t.after(() => store.close());
    await refreshOldListings(store);

    const nodes = await findNodes(store, {}, undefined, asked);
    assert.deepEqual(
      [nodes.items.map(({ node }) => node.id), nodes.total, nodes.places],
      [['Old', 'Young'], 2, 4],
    );
    const countForLinux = async () => (await findNodes(store, { os: 'linux' }, undefined, asked)).total;
    assert.equal(await countForLinux(), 2);
    await sql`drop table declarations`.execute(db);
    await declarations(db, engine.columns, engine);
    assert.equal(await countForLinux(), 2, 'also where the entries were there first');
    const versions = await findVersions(store, {}, asked);
    assert.deepEqual(
      [versions.items.map(({ version }) => version.id), versions.total, versions.places],
      [['v1'], 1, 1],
    );
    const appNodes = await findAllAppNodes(store.read, {}, asked);
    assert.deepEqual([appNodes.items.map(({ appNode }) => appNode.name), appNodes.total], [['Blur'], 1]);
    const found = await searchNodes(
      store,
      { query: 'grain blur', words: { anywhere: ['grain', 'blur'], appNodes: [] } },
      {},
      asked,
    );
    assert.deepEqual(
      found.items.map(({ node }) => node.id),
      ['Old'],
    );
  });
});
