import { isDeepStrictEqual } from 'node:util';
import type { NodeMetadata, NodeModeration, NodeVersionMetadata, PublisherProfile } from '@patchbay/contract';
import {
  type Entry,
  type ListingSource,
  deriveListing,
  deriveSearchTexts,
  listingRevision,
} from './listing-row.ts';
import { difference } from '../log/changes.ts';
import { countCompatibility } from './compatibility-counts.ts';
import { fitPages } from './page-size.ts';
import { countListed } from './positions.ts';
import { comparePreemptedNames, keepPreemptedNames } from '../rows/preempted-names.ts';
import { searchRank } from '../../search/search-rank.ts';
import type { Reader, Store, Writer } from '../store.ts';
import type { Row } from '../tables.ts';

/** The bytes of a node in a response besides its texts: ids, times, URLs, counts. */
const fixedBytes = 4_096;

/** How many entries one transaction derives again. */
const entriesPerWrite = 200;

/**
 * Updates a node's list data, search texts and the counts of all lists to match the node, its
 * publisher and its versions. Code that writes one of these calls it in the same transaction.
 */
export const refreshListing = async (tx: Writer, nodeKey: string): Promise<void> => {
  const known = await tx.db.selectFrom('nodes').selectAll().where('key', '=', nodeKey).executeTakeFirst();
  if (known === undefined) return;
  const source = await findSource(tx.db, known);
  const entry = deriveListing(source);
  const change = difference<Entry>(pickEntry(known, entry), entry);
  if (change !== undefined) {
    await tx.db.updateTable('nodes').set(change.after).where('key', '=', nodeKey).execute();
    await countListed(tx, 'nodes', entry.listed - known.listed);
    await countListed(tx, 'versions', entry.listed_versions - known.listed_versions);
    await countListed(tx, 'app_nodes', entry.listed_app_nodes - known.listed_app_nodes);
    if (change.after.bytes !== undefined) await fitPages(tx, entry.bytes);
    await countCompatibility(tx, known.entry_revision === 0 ? undefined : known, entry);
  }
  await keepSearchTexts(tx, known.ordinal, source);
  await keepPreemptedNames(tx, nodeKey, source.moderation.preempted_app_node_names ?? []);
};

/** The list data of a node that differs from what it would be if derived now, by name. */
export const compareListing = async (read: Reader, known: Row<'nodes'>): Promise<string[]> => {
  const source = await findSource(read, known);
  const entry = deriveListing(source);
  const names = source.moderation.preempted_app_node_names ?? [];
  const { gone, missing } = await comparePreemptedNames(read, known.key, names);
  const { isKept } = await compareSearchTexts(read, known.ordinal, source);
  return [
    ...Object.keys(difference<Entry>(pickEntry(known, entry), entry)?.after ?? {}),
    ...(isKept ? [] : ['search texts']),
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
  for (const { key } of rows) await refreshListing(tx, key);
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

const findSource = async (read: Reader, node: Row<'nodes'>): Promise<ListingSource> => {
  const publisher = await read
    .selectFrom('publishers')
    .selectAll()
    .where('id', '=', node.publisher_id)
    .executeTakeFirstOrThrow();
  const latest =
    node.latest_version_id === null
      ? undefined
      : await read
          .selectFrom('versions')
          .select(['id', 'metadata_json'])
          .where('id', '=', node.latest_version_id)
          .executeTakeFirst();
  return {
    id: node.id,
    metadata: JSON.parse(node.metadata_json) as NodeMetadata,
    moderation: JSON.parse(node.moderation_json) as NodeModeration,
    status: node.status,
    publisher: {
      id: publisher.id,
      profile: JSON.parse(publisher.profile_json) as PublisherProfile,
      status: publisher.status,
    },
    latestVersion: latest && (JSON.parse(latest.metadata_json) as NodeVersionMetadata),
    bytes:
      fixedBytes +
      [node.metadata_json, node.moderation_json, publisher.profile_json, latest?.metadata_json ?? '']
        .map((json) => Buffer.byteLength(json))
        .reduce((sum, bytes) => sum + bytes, 0),
    appNodeNames: latest === undefined ? [] : await findAppNodeNames(read, latest.id),
    ...(await countActive(read, node.key)),
  };
};

const findAppNodeNames = async (read: Reader, versionId: string): Promise<string[]> => {
  const rows = await read
    .selectFrom('app_nodes')
    .select('name')
    .where('version_id', '=', versionId)
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
};

const countActive = async (read: Reader, nodeKey: string) => {
  const versions = read
    .selectFrom('versions')
    .where('versions.node_key', '=', nodeKey)
    .where('versions.status', '=', 'NodeVersionStatusActive')
    .where('versions.ordinal', 'is not', null);
  const { activeVersions } = await versions
    .select((eb) => eb.fn.countAll<number>().as('activeVersions'))
    .executeTakeFirstOrThrow();
  const { activeAppNodes } = await versions
    .innerJoin('app_nodes', 'app_nodes.version_id', 'versions.id')
    .select((eb) => eb.fn.countAll<number>().as('activeAppNodes'))
    .executeTakeFirstOrThrow();
  return { activeVersions, activeAppNodes };
};

const keepSearchTexts = async (tx: Writer, ordinal: number, source: ListingSource): Promise<void> => {
  const { texts, isKept } = await compareSearchTexts(tx.db, ordinal, source);
  if (isKept) return;
  await tx.db
    .insertInto('search_texts')
    .values({ ordinal, ...texts })
    .onConflict((conflict) => conflict.column('ordinal').doUpdateSet(texts))
    .execute();
};

const compareSearchTexts = async (read: Reader, ordinal: number, source: ListingSource) => {
  const { place } = await read
    .selectFrom('nodes')
    .select(searchRank.as('place'))
    .where('ordinal', '=', ordinal)
    .executeTakeFirstOrThrow();
  const texts = { place, ...deriveSearchTexts(source) };
  const known = await read
    .selectFrom('search_texts')
    .selectAll()
    .where('ordinal', '=', ordinal)
    .executeTakeFirst();
  return { texts, isKept: isDeepStrictEqual({ ...known }, { ordinal, ...texts }) };
};
