import type { NodeMetadata, NodeModeration, NodeVersionMetadata, PublisherProfile } from '@patchbay/contract';
import { type Updateable, sql } from 'kysely';
import { type Entry, type ListingSource, deriveListing, listingRevision } from './listing-row.ts';
import { difference } from '../log/changes.ts';
import { countCompatibility } from './compatibility-counts.ts';
import { fitPages } from './pages.ts';
import { countListed } from './positions.ts';
import { comparePreemptedNames, keepPreemptedNames } from '../rows/app-node-names.ts';
import { prepare, prepareWrite } from '../prepare.ts';
import type { ReadConnection, Store, Writer } from '../store.ts';
import type { Row, Tables } from '../tables.ts';

/** The bytes of a node in a response besides its texts: ids, times, URLs, counts. */
const fixedBytes = 4_096;

/** How many entries one transaction derives again. */
const entriesPerWrite = 200;

/**
 * Updates the latest version of a node, its list data and the counts of all lists to match the node,
 * its publisher and its versions. `store.write` does so at its end for each node that the transaction touched.
 */
export const refreshListing = async (
  tx: Writer,
  nodeKey: string,
  { versionsChanged = false } = {},
): Promise<void> => {
  const known = await findListed(tx.db, nodeKey);
  if (known === undefined) return;
  const source = toSource(known);
  const entry = deriveListing(source);
  const change = difference<Entry>(pickEntry(known, entry), entry);
  const set = {
    ...change?.after,
    ...(versionsChanged ? { latest_version_id: known.latest_id, updated_at: tx.now } : {}),
  };
  if (Object.keys(set).length > 0) await updateListed(tx.db, { ...set, key: nodeKey });
  if (change !== undefined) {
    await countListed(tx, 'nodes', entry.listed - known.listed);
    await countListed(tx, 'versions', entry.listed_versions - known.listed_versions);
    await countListed(tx, 'app_nodes', entry.listed_app_nodes - known.listed_app_nodes);
    if (change.after.bytes !== undefined) await fitPages(tx, entry.bytes);
    await countCompatibility(tx, known.entry_revision === 0 ? undefined : known, entry);
  }
  const preempted = source.moderation.preempted_app_node_names ?? [];
  if (known.preempted_names + preempted.length > 0) await keepPreemptedNames(tx, nodeKey, preempted);
};

/** The list data of a node that differs from what it would be if derived now, by name. */
export const compareListing = async (read: ReadConnection, key: string): Promise<string[]> => {
  const known = await findListed(read, key);
  if (known === undefined) return [];
  const source = toSource(known);
  const entry = deriveListing(source);
  const names = source.moderation.preempted_app_node_names ?? [];
  const { gone, missing } = await comparePreemptedNames(read, key, names);
  return [
    ...Object.keys(difference<Entry>(pickEntry(known, entry), entry)?.after ?? {}),
    ...(gone.length + missing.length === 0 ? [] : ['preempted names']),
  ];
};

/** As `refreshListing`, for all nodes of a publisher that was renamed or banned. */
export const refreshListingsOfPublisher = async (tx: Writer, publisherId: string): Promise<void> => {
  const rows = await tx.db
    .selectFrom('nodes')
    .select('key')
    .where('publisher_id', '=', publisherId)
    .execute();
  for (const { key } of rows) tx.touch(key);
};

/** Derives again all list data that an earlier revision of the code derived. */
export const refreshOldListings = async (store: Store): Promise<void> => {
  for (;;) {
    const refreshed = await store.write({ actor: 'server' }, async (tx) => {
      const rows = await tx.db
        .selectFrom('nodes')
        .select('key')
        .where('entry_revision', '<', listingRevision)
        .limit(entriesPerWrite)
        .execute();
      for (const { key } of rows) await refreshListing(tx, key);
      return rows.length;
    });
    if (refreshed < entriesPerWrite) return;
  }
};

/** The listing columns of a node's row. */
const pickEntry = (row: Row<'nodes'>, entry: Entry): Entry =>
  Object.fromEntries(Object.keys(entry).map((key) => [key, row[key as keyof Entry]])) as Entry;

const activeVersions = sql`versions where versions.node_key = nodes.key
  and versions.status = 'NodeVersionStatusActive'`;

/** The highest Active version: a not-deprecated one before a deprecated one, a release before a pre-release. */
const latestVersionId = sql<string | null>`(select id from ${activeVersions}
  order by deprecated, prerelease, sort_key desc, version desc limit 1)`;

/** The id of the latest version of a node; undefined if none is Active. */
export const findLatestVersionId = prepare(
  (read, key: string) => read.selectFrom('nodes').select(latestVersionId.as('id')).where('key', '=', key),
  ({ id }) => id ?? undefined,
);

/** A node with all rows that its list data is derived from. */
const findListed = prepare(
  (read, key: string) =>
    read
      .selectFrom('nodes')
      .innerJoin('publishers', 'publishers.id', 'nodes.publisher_id')
      .leftJoin('versions as latest', (join) => join.on('latest.id', '=', latestVersionId))
      .selectAll('nodes')
      .select([
        'publishers.profile_json',
        'publishers.status as publisher_status',
        'latest.id as latest_id',
        'latest.metadata_json as latest_json',
        sql<number>`(select count(*) from ${activeVersions} and versions.ordinal is not null)`.as(
          'active_versions',
        ),
        sql<number>`(select count(*) from app_nodes where version_id in
          (select id from ${activeVersions} and versions.ordinal is not null))`.as('active_app_nodes'),
        sql<number>`(select count(*) from preempted_names where node_key = nodes.key)`.as('preempted_names'),
      ])
      .where('nodes.key', '=', key),
  (row) => row,
);

type Listed = NonNullable<Awaited<ReturnType<typeof findListed>>>;

const toSource = (row: Listed): ListingSource => ({
  id: row.id,
  metadata: JSON.parse(row.metadata_json) as NodeMetadata,
  moderation: JSON.parse(row.moderation_json) as NodeModeration,
  status: row.status,
  publisher: {
    id: row.publisher_id,
    profile: JSON.parse(row.profile_json) as PublisherProfile,
    status: row.publisher_status,
  },
  latestVersion: row.latest_json === null ? undefined : (JSON.parse(row.latest_json) as NodeVersionMetadata),
  bytes:
    fixedBytes +
    [row.metadata_json, row.moderation_json, row.profile_json, row.latest_json ?? '']
      .map((json) => Buffer.byteLength(json))
      .reduce((sum, bytes) => sum + bytes, 0),
  activeVersions: row.active_versions,
  activeAppNodes: row.active_app_nodes,
});

const updateListed = prepareWrite((db, { key, ...set }: Updateable<Tables['nodes']> & { key: string }) =>
  db.updateTable('nodes').set(set).where('key', '=', key),
);
