import type { NodeMetadata, NodeModeration, NodeStatus } from '@patchbay/contract';
import { refreshListing } from '../listing/catalogue.ts';
import { takePositions } from '../listing/positions.ts';
import type { Engine } from '../engine.ts';
import { searchRank } from '../../search/search-rank.ts';
import { prepare } from '../prepare.ts';
import type { Reader, Writer } from '../store.ts';
import type { Row } from '../tables.ts';

export interface NodeRecord {
  /** The id in lower case. */
  key: string;
  id: string;
  publisherId: string;
  /** The publisher under whose id its packages lie: its first one. */
  packageFolder: string;
  metadata: NodeMetadata;
  moderation: NodeModeration;
  status: NodeStatus;
  /** While it is Banned, the status that a lifted ban restores. */
  statusBeforeBan: NodeStatus | null;
  createdAt: string;
  downloads: number;
  ratingSum: number;
  ratingCount: number;
  latestVersionId: string | null;
}

/** Ids are unique and looked up without regard to case. */
export const nodeKey = (id: string): string => id.toLowerCase();

export const fromNodeRow = (row: Row<'nodes'>): NodeRecord => ({
  key: row.key,
  id: row.id,
  publisherId: row.publisher_id,
  packageFolder: row.package_folder,
  metadata: JSON.parse(row.metadata_json) as NodeMetadata,
  moderation: JSON.parse(row.moderation_json) as NodeModeration,
  status: row.status,
  statusBeforeBan: row.status_before_ban,
  createdAt: row.created_at,
  downloads: row.downloads,
  ratingSum: row.rating_sum,
  ratingCount: row.rating_count,
  latestVersionId: row.latest_version_id,
});

const findNodeByKey = prepare(
  (read, key: string) => read.selectFrom('nodes').selectAll().where('key', '=', key),
  fromNodeRow,
);

/** The node, whatever its status, or undefined when its id was never given away. */
export const findNode = (read: Reader, id: string): Promise<NodeRecord | undefined> =>
  findNodeByKey(read, nodeKey(id));

/** Whether the publisher has a node that is not Deleted. */
export const hasNodes = async (read: Reader, publisherId: string): Promise<boolean> =>
  (await read
    .selectFrom('nodes')
    .select('key')
    .where('publisher_id', '=', publisherId)
    .where('status', '!=', 'NodeStatusDeleted')
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** A new node, in the next place of the list of all. */
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
      package_folder: publisherId,
      metadata_json: JSON.stringify(metadata),
      moderation_json: '{}',
      status: 'NodeStatusActive',
      status_before_ban: null,
      created_at: tx.now,
      updated_at: tx.now,
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
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await refreshListing(tx, row.key);
  return fromNodeRow(row);
};

/** Writes what callers may change of a node. */
export const updateNodeRow = async (
  tx: Writer,
  { key, publisherId, metadata, moderation, status, statusBeforeBan }: NodeRecord,
): Promise<void> => {
  await tx.db
    .updateTable('nodes')
    .set({
      publisher_id: publisherId,
      metadata_json: JSON.stringify(metadata),
      moderation_json: JSON.stringify(moderation),
      status,
      status_before_ban: statusBeforeBan,
      updated_at: tx.now,
    })
    .where('key', '=', key)
    .execute();
  await refreshListing(tx, key);
};

/** Adds to the download counters, by node key, and moves what became more popular among what a search looks at. */
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
    .execute();
  await tx.db
    .updateTable('search_texts')
    .from('nodes')
    .set({ place: searchRank })
    .whereRef('nodes.ordinal', '=', 'search_texts.ordinal')
    .where('nodes.counted', '=', number)
    .where('search_texts.place', '!=', searchRank)
    .execute();
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
