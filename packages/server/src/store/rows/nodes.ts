import { type Insertable, type SqlBool, type Updateable, sql } from 'kysely';
import type { Node, NodeMetadata, NodeModeration, NodeStatus } from '@patchbay/contract';
import { isOneLetterOff } from '../../one-letter-off.ts';
import { takePositions } from '../listing/positions.ts';
import type { Engine } from '../engine.ts';
import { foldId, keyOfId } from '../identifiers.ts';
import { prepare, prepareWrite } from '../prepare.ts';
import type { ReadConnection, Writer } from '../store.ts';
import type { Row, Tables } from '../tables.ts';

/** What members say of a node, and whether an owner lets only trusted CI jobs publish it. */
export type KeptMetadata = NodeMetadata & Pick<Node, 'trusted_only'>;

export interface NodeRecord {
  /** Its first id in lower case, by which all rows refer to it. */
  key: string;
  id: string;
  /** The ids that it had before, oldest first. */
  formerIds: readonly string[];
  publisherId: string;
  /** The publisher whose id is part of its package keys: the first one. */
  packageFolder: string;
  metadata: KeptMetadata;
  moderation: NodeModeration;
  status: NodeStatus;
  /** While it is Banned, the status that a lifted ban restores. */
  statusBeforeBan: NodeStatus | null;
  createdAt: string;
  updatedAt: string;
  downloads: number;
  ratingSum: number;
  ratingCount: number;
  latestVersionId: string | null;
}

/**
 * An id as it is looked up: ids are unique without regard to the case of ASCII letters, and no other letter is one of an
 * id. It is the key of the node unless the node was renamed; see `keyOfId`.
 */
export const nodeKey = (id: string): string =>
  /[A-Z]/.test(id) ? id.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase()) : id;

/** A row with its former ids, which are in a table of their own; see `selectNodes`. */
type NodeRow = Row<'nodes'> & { former_ids_json: string | null };

/** Nodes with all that `fromNodeRow` reads. */
export const selectNodes = (read: ReadConnection) =>
  read
    .selectFrom('nodes')
    .leftJoin('renamed_nodes', 'renamed_nodes.node_key', 'nodes.key')
    .selectAll('nodes')
    .select('renamed_nodes.former_ids_json');

export const fromNodeRow = (row: NodeRow): NodeRecord => ({
  key: row.key,
  id: row.id,
  formerIds: row.former_ids_json === null ? [] : (JSON.parse(row.former_ids_json) as string[]),
  publisherId: row.publisher_id,
  packageFolder: row.package_folder,
  metadata: JSON.parse(row.metadata_json) as KeptMetadata,
  moderation: JSON.parse(row.moderation_json) as NodeModeration,
  status: row.status,
  statusBeforeBan: row.status_before_ban,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  downloads: row.downloads,
  ratingSum: row.rating_sum,
  ratingCount: row.rating_count,
  latestVersionId: row.latest_version_id,
});

const findNodeByKey = prepare(
  (read, id: string) => selectNodes(read).where('nodes.key', '=', keyOfId(id)),
  fromNodeRow,
);

/** The node in any status that has or had this id, or undefined if the id was never assigned. */
export const findNode = (read: ReadConnection, id: string): Promise<NodeRecord | undefined> =>
  findNodeByKey(read, nodeKey(id));

/** The present id of a node, by its key. */
export const nodeIdOf = async (read: ReadConnection, key: string): Promise<string> =>
  (await findNodeByKey(read, key))?.id ?? key;

/** An id that a node of another publisher, in any state, has or had, and that can be taken for this one. */
export const findSimilarNodeId = async (
  read: ReadConnection,
  { id, publisherId }: Pick<NodeRecord, 'id' | 'publisherId'>,
): Promise<string | undefined> => {
  const present = read
    .selectFrom('nodes')
    .select(['id', 'ordinal'])
    .where('folded_id', '=', foldId(id))
    .where('publisher_id', '!=', publisherId);
  const former = read
    .selectFrom('node_ids')
    .innerJoin('nodes', 'nodes.key', 'node_ids.node_key')
    .select(['node_ids.id', 'nodes.ordinal'])
    .where('node_ids.folded_id', '=', foldId(id))
    .where('nodes.publisher_id', '!=', publisherId);
  const row = await present.unionAll(former).orderBy('ordinal').limit(1).executeTakeFirst();
  return row?.id;
};

/** From how many downloads on an id is worth imitating, how many of those are compared, and how short one may be. */
const imitated = { downloadsMin: 1_000, idsMax: 2_000, lettersMin: 4 } as const;

/** The id that a much used node of another publisher has or had, and that differs from this one by a letter. */
export const findImitatedNodeId = async (
  read: ReadConnection,
  { id, publisherId }: Pick<NodeRecord, 'id' | 'publisherId'>,
): Promise<string | undefined> => {
  const folded = foldId(id);
  const present = read
    .selectFrom('nodes')
    .select(['id', 'folded_id', 'downloads'])
    .where('listed', '=', 1)
    .where('downloads', '>=', imitated.downloadsMin)
    .where('publisher_id', '!=', publisherId);
  // A former id leads to the node for ever.
  const former = read
    .selectFrom('node_ids')
    .innerJoin('nodes', 'nodes.key', 'node_ids.node_key')
    .select(['node_ids.id', 'node_ids.folded_id', 'nodes.downloads'])
    .where('nodes.listed', '=', 1)
    .where('nodes.downloads', '>=', imitated.downloadsMin)
    .where('nodes.publisher_id', '!=', publisherId);
  const rows = await present.unionAll(former).orderBy('downloads', 'desc').limit(imitated.idsMax).execute();
  return rows.find(
    ({ folded_id: other }) =>
      Math.min(folded.length, other.length) >= imitated.lettersMin && isOneLetterOff(folded, other),
  )?.id;
};

const findPublisherId = prepare(
  (read, key: string) => read.selectFrom('nodes').select('publisher_id').where('key', '=', key),
  ({ publisher_id }) => publisher_id,
);

/** The id of the publisher of a node that exists. */
export const publisherIdOf = async (read: ReadConnection, key: string): Promise<string> => {
  const id = await findPublisherId(read, key);
  if (id === undefined) throw new Error(`there is no node ${key}`);
  return id;
};

/** Each status, besides Deleted, that a node of the publisher has. */
export const findNodeStatuses = async (read: ReadConnection, publisherId: string): Promise<NodeStatus[]> => {
  const rows = await read
    .selectFrom('nodes')
    .select('status')
    .distinct()
    .where('publisher_id', '=', publisherId)
    .where('status', '!=', 'NodeStatusDeleted')
    .execute();
  return rows.map(({ status }) => status);
};

export type NewNode = Pick<NodeRecord, 'id' | 'publisherId' | 'metadata'> &
  Partial<Pick<NodeRecord, 'createdAt'>>;

/** All columns that callers may change. */
const toColumns = (
  tx: Writer,
  node: Pick<NodeRecord, 'publisherId' | 'metadata' | 'moderation' | 'status' | 'statusBeforeBan'>,
) => ({
  publisher_id: node.publisherId,
  metadata_json: JSON.stringify(node.metadata),
  moderation_json: JSON.stringify(node.moderation),
  status: node.status,
  status_before_ban: node.statusBeforeBan,
  updated_at: tx.now,
});

/** A new node, at the next position of the list of all nodes and not yet listed. */
export const insertNode = async (tx: Writer, fresh: NewNode): Promise<NodeRecord> => {
  const row = {
    ...toColumns(tx, {
      ...fresh,
      moderation: {},
      status: 'NodeStatusActive',
      statusBeforeBan: null,
    }),
    key: nodeKey(fresh.id),
    id: fresh.id,
    folded_id: foldId(fresh.id),
    package_folder: fresh.publisherId,
    created_at: fresh.createdAt ?? tx.now,
    downloads: 0,
    rating_sum: 0,
    rating_count: 0,
    latest_version_id: null,
    counted: 0,
    ordinal: await takePositions(tx, 'nodes', 1),
    listed: 0,
    listed_versions: 0,
    listed_app_nodes: 0,
    name: '',
    search_ranking: 0,
    supported_os: '',
    supported_accelerators: '',
    supported_app_version: '',
    bytes: 0,
    repository: '',
    entry_revision: 0,
  };
  await insertRow(tx.db, row);
  return fromNodeRow({ ...row, former_ids_json: null });
};

const insertRow = prepareWrite((db, row: Insertable<Tables['nodes']>) => db.insertInto('nodes').values(row));

export const updateNodeRow = async (tx: Writer, node: NodeRecord): Promise<void> => {
  await updateRow(tx.db, { ...toColumns(tx, node), key: node.key });
};

const updateRow = prepareWrite((db, { key, ...set }: Updateable<Tables['nodes']> & { key: string }) =>
  db.updateTable('nodes').set(set).where('key', '=', key),
);

/** Marks all nodes of a publisher as changed now. */
export const touchNodes = async (tx: Writer, publisherId: string): Promise<void> => {
  await tx.db
    .updateTable('nodes')
    .set({ updated_at: tx.now })
    .where('publisher_id', '=', publisherId)
    .execute();
};

/** Adds to the download counters, by node key. */
export const addDownloads = async (
  tx: Writer,
  { pairs }: Pick<Engine, 'pairs'>,
  counts: ReadonlyMap<string, number>,
): Promise<void> => {
  const number = (await findLastCount(tx.db)) + 1;
  const counted = pairs([...counts].map(([key, count]) => [key, String(count)]));
  await tx.db
    .updateTable('nodes')
    .from(counted.as('counts'))
    .set((eb) => ({
      downloads: eb('downloads', '+', eb.cast<number>('counts.second', 'integer')),
      counted: number,
    }))
    .whereRef('nodes.key', '=', 'counts.first')
    // In all, one from a source has the downloads that it has there.
    .where(
      sql<SqlBool>`not exists (select 1 from replicas where resource = 'node' and replicas.id = nodes.key)`,
    )
    .execute();
  tx.tellCounted({ number, nodeKeys: [...counts.keys()] });
};

/** The number of the last write of download counts, or 0 if there was none. */
export const findLastCount = async (read: ReadConnection): Promise<number> => {
  const { number } = await read
    .selectFrom('nodes')
    .select((eb) => eb.fn.max('counted').as('number'))
    .executeTakeFirstOrThrow();
  return number ?? 0;
};

/** The nodes whose downloads were written after the given write, by write, oldest first. */
export const findCountedNodes = async (
  read: ReadConnection,
  { after }: { after: number },
): Promise<{ number: number; nodeKeys: string[] }[]> => {
  const rows = await read
    .selectFrom('nodes')
    .select(['counted', 'key'])
    .where('counted', '>', after)
    .orderBy('counted')
    .execute();
  return [...Map.groupBy(rows, ({ counted }) => counted)].map(([number, group]) => ({
    number,
    nodeKeys: group.map(({ key }) => key),
  }));
};

/** Notes that the node belonged to the publisher, under whose id the URLs of its packages stay good. */
export const keepFormerPublisher = async (
  tx: Writer,
  nodeKey: string,
  publisherId: string,
): Promise<void> => {
  await tx.db
    .insertInto('former_publishers')
    .values({ node_key: nodeKey, publisher_id: publisherId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Whether the node belonged to the publisher before it came to the one that has it. */
export const wasPublisherOf = async (
  read: ReadConnection,
  nodeKey: string,
  publisherId: string,
): Promise<boolean> =>
  (await read
    .selectFrom('former_publishers')
    .select('node_key')
    .where('node_key', '=', nodeKey)
    .where('publisher_id', '=', publisherId)
    .executeTakeFirst()) !== undefined;
