import type { NodeMetadata, NodeModeration, NodeStatus } from '@patchbay/contract';
import type { Page } from './pages.ts';
import { type PublisherRecord, findPublisher } from './publishers.ts';
import type { Reader, Writer } from './store.ts';
import type { Row } from './tables.ts';
import { type VersionRecord, findVersionById } from './versions.ts';

export interface NodeRecord {
  /** The id in lower case. */
  key: string;
  id: string;
  publisherId: string;
  metadata: NodeMetadata;
  moderation: NodeModeration;
  status: NodeStatus;
  createdAt: string;
  downloads: number;
  ratingSum: number;
  ratingCount: number;
  latestVersionId: string | null;
}

/** A node with all that an answer about it embeds. */
export interface NodeCard {
  node: NodeRecord;
  publisher: PublisherRecord;
  latestVersion: VersionRecord | undefined;
}

/** Ids are unique and looked up without regard to case. */
export const nodeKey = (id: string): string => id.toLowerCase();

const fromRow = (row: Row<'nodes'>): NodeRecord => ({
  key: row.key,
  id: row.id,
  publisherId: row.publisher_id,
  metadata: JSON.parse(row.metadata_json) as NodeMetadata,
  moderation: JSON.parse(row.moderation_json) as NodeModeration,
  status: row.status,
  createdAt: row.created_at,
  downloads: row.downloads,
  ratingSum: row.rating_sum,
  ratingCount: row.rating_count,
  latestVersionId: row.latest_version_id,
});

/** The node, whatever its status, or undefined when its id was never given away. */
export const findNode = async (read: Reader, id: string): Promise<NodeRecord | undefined> => {
  const row = await read.selectFrom('nodes').selectAll().where('key', '=', nodeKey(id)).executeTakeFirst();
  return row && fromRow(row);
};

export const findNodeCard = async (read: Reader, id: string): Promise<NodeCard | undefined> => {
  const node = await findNode(read, id);
  const publisher = node && (await findPublisher(read, node.publisherId));
  return publisher && { node, publisher, latestVersion: await findLatest(read, node) };
};

const findLatest = async (read: Reader, { latestVersionId }: NodeRecord) =>
  latestVersionId === null ? undefined : findVersionById(read, latestVersionId);

/** The nodes of a publisher that are in one of the given states, newest first. */
export const findNodesOfPublisher = async (
  read: Reader,
  publisher: PublisherRecord,
  statuses: readonly NodeStatus[],
  { page, limit, offset }: { page: number; limit: number; offset: number },
): Promise<Page<NodeCard>> => {
  if (statuses.length === 0) return { items: [], page, limit, total: 0 };
  const chosen = read
    .selectFrom('nodes')
    .where('publisher_id', '=', publisher.id)
    .where('status', 'in', statuses);
  const rows = await chosen
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('key')
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await chosen
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const items = await Promise.all(
    rows.map(fromRow).map(async (node) => ({ node, publisher, latestVersion: await findLatest(read, node) })),
  );
  return { items, page, limit, total };
};

/** Those nodes of the given keys that exist, by key. */
export const findNodesByKeys = async (
  read: Reader,
  keys: readonly string[],
): Promise<ReadonlyMap<string, NodeRecord>> => {
  if (keys.length === 0) return new Map();
  const rows = await read.selectFrom('nodes').selectAll().where('key', 'in', keys).execute();
  return new Map(rows.map((row) => [row.key, fromRow(row)]));
};

/** Whether the publisher has a node that is not Deleted. */
export const hasNodes = async (read: Reader, publisherId: string): Promise<boolean> =>
  (await read
    .selectFrom('nodes')
    .select('key')
    .where('publisher_id', '=', publisherId)
    .where('status', '!=', 'NodeStatusDeleted')
    .limit(1)
    .executeTakeFirst()) !== undefined;

export const insertNode = async (
  tx: Writer,
  { id, publisherId, metadata }: { id: string; publisherId: string; metadata: NodeMetadata },
): Promise<NodeRecord> => {
  const row = await tx.db
    .insertInto('nodes')
    .values({
      key: nodeKey(id),
      id,
      publisher_id: publisherId,
      metadata_json: JSON.stringify(metadata),
      moderation_json: '{}',
      status: 'NodeStatusActive',
      created_at: tx.now,
      updated_at: tx.now,
      downloads: 0,
      rating_sum: 0,
      rating_count: 0,
      latest_version_id: null,
      counted: 0,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return fromRow(row);
};

/** Writes what callers may change of a node. */
export const updateNodeRow = async (
  tx: Writer,
  { key, metadata, moderation, status }: NodeRecord,
): Promise<void> => {
  await tx.db
    .updateTable('nodes')
    .set({
      metadata_json: JSON.stringify(metadata),
      moderation_json: JSON.stringify(moderation),
      status,
      updated_at: tx.now,
    })
    .where('key', '=', key)
    .execute();
};

/** Adds to the download counters, by node key. */
export const addDownloads = async (tx: Writer, counts: ReadonlyMap<string, number>): Promise<void> => {
  const number = (await findLastCount(tx.db)) + 1;
  for (const [key, count] of counts) {
    await tx.db
      .updateTable('nodes')
      .set((eb) => ({ downloads: eb('downloads', '+', count), counted: number }))
      .where('key', '=', key)
      .execute();
  }
  tx.tellCounted({ number, nodeKeys: [...counts.keys()] });
};

/** The number of the last writing of download counts, or 0 when there was none. */
export const findLastCount = async (read: Reader): Promise<number> => {
  const { number } = await read
    .selectFrom('nodes')
    .select((eb) => eb.fn.max('counted').as('number'))
    .executeTakeFirstOrThrow();
  return number ?? 0;
};

/** The nodes whose downloads were written down after the given writing, by writing, oldest first. */
export const findCountedNodes = async (
  read: Reader,
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
