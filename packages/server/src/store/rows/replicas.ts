import type { ReadConnection, Writer } from '../store.ts';
import type { Row } from '../tables.ts';
import { foldId } from '../identifiers.ts';
import { takePositions } from '../listing/positions.ts';
import { longRead } from '../long-read.ts';
import { type NodeRecord, findLastCount, fromNodeRow, selectNodes } from './nodes.ts';
import type { StoredPackage, VersionRecord } from './versions.ts';

type Source = Row<'sources'>;

/** What is known of a source; undefined before it was first asked. */
export const findSource = (read: ReadConnection, source: string): Promise<Source | undefined> =>
  read.selectFrom('sources').selectAll().where('source', '=', source).executeTakeFirst();

/** Sources that were followed before this one. */
export const findOtherSources = (read: ReadConnection, source: string): Promise<Source[]> =>
  read.selectFrom('sources').selectAll().where('source', '!=', source).execute();

/** Notes something of a source. */
export const noteSource = async (
  tx: Writer,
  source: string,
  set: Partial<Omit<Source, 'source'>>,
): Promise<void> => {
  await tx.db
    .insertInto('sources')
    .values({ position_json: '{}', synced_at: null, asked_at: null, failure: null, ...set, source })
    .onConflict((conflict) => conflict.column('source').doUpdateSet(set))
    .execute();
};

export type Replica = Row<'replicas'>;
type Resource = Replica['resource'];

/** The mark of a publisher or a node that comes from a source; undefined for one of this registry. */
export const findReplica = (
  read: ReadConnection,
  resource: Resource,
  id: string,
): Promise<Replica | undefined> =>
  read
    .selectFrom('replicas')
    .selectAll()
    .where('resource', '=', resource)
    .where('id', '=', id)
    .executeTakeFirst();

/** Marks a publisher or a node as coming from a source, as it was read there. */
export const keepReplica = async (tx: Writer, replica: Replica): Promise<void> => {
  const { resource, id, ...set } = replica;
  await tx.db
    .insertInto('replicas')
    .values({ resource, id, ...set })
    .onConflict((conflict) => conflict.columns(['resource', 'id']).doUpdateSet(set))
    .execute();
};

/** Makes a node one of this registry, which its source never changes again. */
export const releaseReplica = async (tx: Writer, nodeKey: string): Promise<void> => {
  await tx.db.deleteFrom('replicas').where('resource', '=', 'node').where('id', '=', nodeKey).execute();
};

/**
 * Has the mark of a node that a moderator bans say what it was before where it says Banned: the ban differs from it then
 * and is lifted here, not at the source. Does nothing for a node of this registry.
 */
export const markOwnNodeBan = async (
  tx: Writer,
  { key, status }: Pick<NodeRecord, 'key' | 'status'>,
): Promise<void> => {
  await tx.db
    .updateTable('replicas')
    .set({ status })
    .where('resource', '=', 'node')
    .where('id', '=', key)
    .where('status', '=', 'NodeStatusBanned')
    .execute();
};

/** As `markOwnNodeBan`, of a version that is banned or flagged. */
export const markOwnVersionMove = async (
  tx: Writer,
  { id, status }: Pick<VersionRecord, 'id' | 'status'>,
  to: VersionRecord['status'],
): Promise<void> => {
  await tx.db
    .updateTable('replicated_versions')
    .set({ status })
    .where('version_id', '=', id)
    .where('status', '=', to)
    .execute();
};

/** The marks of nodes by key. */
export const findReplicas = async (
  read: ReadConnection,
  keys: readonly string[],
): Promise<ReadonlyMap<string, Replica>> => {
  if (keys.length === 0) return new Map();
  const rows = await longRead(
    read.selectFrom('replicas').selectAll().where('resource', '=', 'node').where('id', 'in', keys),
    keys.length,
  ).execute();
  return new Map(rows.map((row) => [row.id, row]));
};

/** Nodes that the pass `round` of a source did not meet, and that were not gone before, by id and where they come from. */
export const findUnmet = (
  read: ReadConnection,
  { source, round, limit }: { source: string; round: number; limit: number },
): Promise<{ id: string; source: string }[]> =>
  read
    .selectFrom('replicas')
    .innerJoin('nodes', 'nodes.key', 'replicas.id')
    .select(['nodes.id', 'replicas.source'])
    .where('replicas.resource', '=', 'node')
    .where('replicas.status', '!=', 'NodeStatusDeleted')
    .where((eb) => eb.or([eb('replicas.source', '!=', source), eb('replicas.round', '<', round)]))
    .orderBy('replicas.id')
    .limit(limit)
    .execute();

/** Nodes from a source that are not gone, with their marks, from behind a key on. */
export const findReplicasAfter = async (
  read: ReadConnection,
  { key, limit }: { key: string; limit: number },
): Promise<{ node: NodeRecord; source: string; round: number }[]> => {
  const rows = await selectNodes(read)
    .innerJoin('replicas', 'replicas.id', 'nodes.key')
    .select(['replicas.source', 'replicas.round'])
    .where('replicas.resource', '=', 'node')
    .where('replicas.status', '!=', 'NodeStatusDeleted')
    .where('replicas.id', '>', key)
    .orderBy('replicas.id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ node: fromNodeRow(row), source: row.source, round: row.round }));
};

/** The id of a node of this registry itself, of any publisher and in any state, that can be taken for this one. */
export const findOwnSimilarNodeId = async (read: ReadConnection, id: string): Promise<string | undefined> =>
  (
    await read
      .selectFrom('nodes')
      .leftJoin('replicas', (on) =>
        on.onRef('replicas.id', '=', 'nodes.key').on('replicas.resource', '=', 'node'),
      )
      .select('nodes.id')
      .where('nodes.folded_id', '=', foldId(id))
      .where('replicas.id', 'is', null)
      .limit(1)
      .executeTakeFirst()
  )?.id;

/** As `findOwnSimilarNodeId`, of a publisher. */
export const findOwnSimilarPublisherId = async (
  read: ReadConnection,
  id: string,
): Promise<string | undefined> =>
  (
    await read
      .selectFrom('publishers')
      .leftJoin('replicas', (on) =>
        on.onRef('replicas.id', '=', 'publishers.id').on('replicas.resource', '=', 'publisher'),
      )
      .select('publishers.id')
      .where('publishers.folded_id', '=', foldId(id))
      .where('replicas.id', 'is', null)
      .limit(1)
      .executeTakeFirst()
  )?.id;

/** Sets what a source counts of a node: its downloads, its stars as a sum that has their mean, and when it changed, if it tells that. */
export const setCounts = async (
  tx: Writer,
  { key, downloads }: Pick<NodeRecord, 'key' | 'downloads'>,
  counts: Pick<Row<'nodes'>, 'downloads' | 'rating_sum' | 'rating_count'> & { updated_at?: string },
): Promise<void> => {
  const number = downloads === counts.downloads ? undefined : (await findLastCount(tx.db)) + 1;
  const set = { ...counts, ...(number === undefined ? {} : { counted: number }) };
  await tx.db.updateTable('nodes').set(set).where('key', '=', key).execute();
  if (number !== undefined) tx.tellCounted({ number, nodeKeys: [key] });
};

/** Lists a version whose package is at its source. The digest is null where the source does not tell it. */
export const listReplicatedVersion = async (
  tx: Writer,
  id: string,
  stored: StoredPackage | undefined,
): Promise<void> => {
  await tx.db
    .updateTable('versions')
    .set({
      package_sha256: stored?.sha256 ?? null,
      package_bytes: stored?.bytes ?? null,
      stored_at: tx.now,
      ordinal: await takePositions(tx, 'versions', 1),
    })
    .where('id', '=', id)
    .execute();
};

/** Sets the digest of a package that had none yet. */
export const setDigest = async (tx: Writer, id: string, { sha256, bytes }: StoredPackage): Promise<void> => {
  await tx.db
    .updateTable('versions')
    .set({ package_sha256: sha256, package_bytes: bytes })
    .where('id', '=', id)
    .where('package_sha256', 'is', null)
    .execute();
};

export const findReplicatedVersion = (
  read: ReadConnection,
  versionId: string,
): Promise<Row<'replicated_versions'> | undefined> =>
  read.selectFrom('replicated_versions').selectAll().where('version_id', '=', versionId).executeTakeFirst();

/** Marks a version as coming from a source. Whether its package is here stays. */
export const keepReplicatedVersion = async (tx: Writer, row: Row<'replicated_versions'>): Promise<void> => {
  const { version_id: _id, fetched_at: _fetched, ...set } = row;
  await tx.db
    .insertInto('replicated_versions')
    .values(row)
    .onConflict((conflict) => conflict.column('version_id').doUpdateSet(set))
    .execute();
};

/** Notes that the package of a version is stored here, or why it is not. */
export const noteFetch = async (
  tx: Writer,
  versionId: string,
  outcome: Partial<Pick<Row<'replicated_versions'>, 'fetched_at' | 'failure' | 'look_at'>>,
): Promise<void> => {
  await tx.db.updateTable('replicated_versions').set(outcome).where('version_id', '=', versionId).execute();
};

const missing = (read: ReadConnection, source: string) =>
  read
    .selectFrom('replicated_versions')
    .innerJoin('versions', 'versions.id', 'replicated_versions.version_id')
    .where('replicated_versions.fetched_at', 'is', null)
    .where('replicated_versions.source', '=', source)
    .where('versions.status', '=', 'NodeVersionStatusActive');

/** Ids of Active versions whose package is not here and may be asked for now: none is put off to after `latest`. */
export const findMissingPackages = async (
  read: ReadConnection,
  { source, now, latest, limit }: { source: string; now: string; latest: string; limit: number },
): Promise<string[]> => {
  const rows = await missing(read, source)
    .select('version_id')
    .where((eb) => eb.or([eb('look_at', '<=', now), eb('look_at', '>', latest)]))
    .orderBy('look_at')
    .orderBy('version_id')
    .limit(limit)
    .execute();
  return rows.map(({ version_id }) => version_id);
};

/** Of the Active versions of a source: how many packages are not here, and how many of these were refused or failed. */
export const countMissingPackages = async (
  read: ReadConnection,
  source: string,
): Promise<{ missing: number; failed: number }> => {
  return missing(read, source)
    .select((eb) => [eb.fn.countAll<number>().as('missing'), eb.fn.count<number>('failure').as('failed')])
    .executeTakeFirstOrThrow();
};

/** A version from a source as it is here. */
export interface KnownVersion {
  mark: Row<'replicated_versions'>;
  status: Row<'versions'>['status'];
  extractStatus: Row<'versions'>['extract_status'];
}

/** The versions of a node that come from a source, by their sort key. */
export const findKnownVersions = async (
  read: ReadConnection,
  nodeKey: string,
): Promise<ReadonlyMap<string, KnownVersion>> => {
  const rows = await read
    .selectFrom('replicated_versions')
    .innerJoin('versions', 'versions.id', 'replicated_versions.version_id')
    .selectAll('replicated_versions')
    .select(['versions.sort_key', 'versions.status as version_status', 'versions.extract_status'])
    .where('versions.node_key', '=', nodeKey)
    .execute();
  return new Map(
    rows.map(({ sort_key, version_status, extract_status, ...mark }) => [
      sort_key,
      { mark, status: version_status, extractStatus: extract_status },
    ]),
  );
};
