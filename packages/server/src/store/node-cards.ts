import type { NodeStatus } from '@patchbay/contract';
import { columnsOf, joinedRow } from './joined.ts';
import { type NodeRecord, fromNodeRow, nodeKey } from './nodes.ts';
import { type Asked, type Page, findPage } from './pages.ts';
import { type PublisherRecord, fromPublisherRow } from './publishers.ts';
import type { Reader } from './store.ts';
import type { Row } from './tables.ts';
import { type VersionRecord, fromVersionRow } from './versions.ts';

/** A node with all that an answer about it embeds. */
export interface NodeCard {
  node: NodeRecord;
  publisher: PublisherRecord;
  latestVersion: VersionRecord | undefined;
}

const cardColumns = [...columnsOf('publishers'), ...columnsOf('versions')];

export const toCard = (row: Row<'nodes'>): NodeCard => {
  const publisher = joinedRow('publishers', row);
  if (publisher === undefined) throw new Error(`node ${row.key} belongs to no publisher`);
  const latest = joinedRow('versions', row);
  return {
    node: fromNodeRow(row),
    publisher: fromPublisherRow(publisher),
    latestVersion: latest && fromVersionRow(latest),
  };
};

const joined = (read: Reader) =>
  read
    .selectFrom('nodes')
    .innerJoin('publishers', 'publishers.id', 'nodes.publisher_id')
    .leftJoin('versions', 'versions.id', 'nodes.latest_version_id');

/** All that `toCard` reads, in one statement. */
export const selectCards = (read: Reader) => joined(read).selectAll('nodes').select(cardColumns);

/** The node, whatever its status; undefined when there is none or its publisher was deleted. */
export const findNodeCard = async (read: Reader, id: string): Promise<NodeCard | undefined> => {
  const row = await selectCards(read)
    .where('nodes.key', '=', nodeKey(id))
    .where('publishers.deleted_at', 'is', null)
    .executeTakeFirst();
  return row && toCard(row);
};

/** The nodes of a publisher that are in one of the given states, newest first. */
export const findNodesOfPublisher = (
  read: Reader,
  publisherId: string,
  statuses: readonly NodeStatus[],
  asked: Asked,
): Promise<Page<NodeCard>> =>
  findPage(
    joined(read).where('nodes.publisher_id', '=', publisherId).where('nodes.status', 'in', statuses),
    asked,
    (chosen) =>
      chosen.selectAll('nodes').select(cardColumns).orderBy('nodes.created_at', 'desc').orderBy('nodes.key'),
    toCard,
  );
