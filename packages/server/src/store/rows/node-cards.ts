import type { NodeStatus, PublisherProfile } from '@patchbay/contract';
import { sql } from 'kysely';
import { type NodeRecord, fromNodeRow, nodeKey } from './nodes.ts';
import { keyOfId } from '../identifiers.ts';
import type { Asked, Page } from '../listing/pages.ts';
import { longRead } from '../long-read.ts';
import { prepare, prepareList } from '../prepare.ts';
import type { PublisherRecord } from './publishers.ts';
import type { ReadConnection } from '../store.ts';
import { type ShownVersion, fromShownRow } from './versions.ts';

/** A node with everything that its response embeds. */
export interface NodeCard {
  node: NodeRecord;
  publisher: PublisherRecord;
  latestVersion: ShownVersion | undefined;
  /** The registry that the node comes from, if this one stands in front of that. */
  upstream?: string | undefined;
}

/** Aliased: of two columns with the same name, one would be lost. */
const cardColumns = [
  'publishers.profile_json as publisher_profile_json',
  'publishers.status as publisher_status',
  'publishers.created_at as publisher_created_at',
  'versions.id as version_id',
  'versions.version as version_version',
  'versions.metadata_json as version_metadata_json',
  'versions.tags_admin_json as version_tags_admin_json',
  'versions.deprecated as version_deprecated',
  'versions.status as version_status',
  'versions.status_reason as version_status_reason',
  'versions.extract_status as version_extract_status',
  'versions.created_at as version_created_at',
  'versions.found_json as version_found_json',
  'versions.package_sha256 as version_package_sha256',
  'versions.package_bytes as version_package_bytes',
  'renamed_nodes.former_ids_json',
  'replicas.upstream',
  'replicas.source_updated_at',
] as const;

/** Everything that `toCard` reads, in one statement. */
export const selectCards = (read: ReadConnection) =>
  read
    .selectFrom('nodes')
    .innerJoin('publishers', 'publishers.id', 'nodes.publisher_id')
    .leftJoin('versions', 'versions.id', 'nodes.latest_version_id')
    .leftJoin('replicas', (on) =>
      on.onRef('replicas.id', '=', 'nodes.key').on('replicas.resource', '=', 'node'),
    )
    .leftJoin('renamed_nodes', 'renamed_nodes.node_key', 'nodes.key')
    .selectAll('nodes')
    .select(cardColumns);

type CardRow = Awaited<ReturnType<ReturnType<typeof selectCards>['execute']>>[number];

export const toCard = (row: CardRow): NodeCard => ({
  node: fromNodeRow({ ...row, updated_at: row.source_updated_at ?? row.updated_at }),
  publisher: {
    id: row.publisher_id,
    profile: JSON.parse(row.publisher_profile_json) as PublisherProfile,
    status: row.publisher_status,
    createdAt: row.publisher_created_at,
  },
  latestVersion: toLatestVersion(row),
  ...(row.upstream === null ? {} : { upstream: row.upstream }),
});

/** An outer join returns all columns or none. */
const toLatestVersion = (row: CardRow): ShownVersion | undefined =>
  row.version_id === null
    ? undefined
    : fromShownRow({
        id: row.version_id,
        node_key: row.key,
        version: row.version_version ?? '',
        metadata_json: row.version_metadata_json ?? '{}',
        tags_admin_json: row.version_tags_admin_json ?? '[]',
        deprecated: row.version_deprecated ?? 0,
        status: row.version_status ?? 'NodeVersionStatusPending',
        status_reason: row.version_status_reason,
        extract_status: row.version_extract_status ?? 'pending',
        created_at: row.version_created_at ?? '',
        found_json: row.version_found_json ?? '{}',
        package_sha256: row.version_package_sha256,
        package_bytes: row.version_package_bytes,
      });

const findCardByKey = prepare(
  (read, id: string) =>
    selectCards(read).where('nodes.key', '=', keyOfId(id)).where('publishers.deleted_at', 'is', null),
  toCard,
);

/** The node in any status that has or had this id. Undefined if it does not exist or its publisher was deleted. */
export const findNodeCard = (read: ReadConnection, id: string): Promise<NodeCard | undefined> =>
  findCardByKey(read, nodeKey(id));

/** The nodes with these keys, in their order, without those that are gone. */
export const findNodeCards = async (read: ReadConnection, keys: readonly string[]): Promise<NodeCard[]> => {
  if (keys.length === 0) return [];
  const rows = await longRead(selectCards(read).where('nodes.key', 'in', keys), keys.length).execute();
  const cards = new Map(rows.map((row) => [row.key, row]));
  return keys.flatMap((key) => {
    const row = cards.get(key);
    return row === undefined ? [] : toCard(row);
  });
};

/** The nodes of a publisher in one of two states. */
const ofPublisher = (read: ReadConnection, publisherId: string, statuses: readonly string[]) =>
  read
    .selectFrom('nodes')
    .where('nodes.publisher_id', '=', publisherId)
    .where('nodes.status', 'in', statuses as NodeStatus[]);

const countOfPublisher = (read: ReadConnection, publisherId: string, statuses: readonly string[]) =>
  ofPublisher(read, publisherId, statuses).select((eb) => eb.fn.countAll<number>().as('total'));

const findKeysOfPublisher = prepareList(
  (read, publisherId: string, status: string, other: string, limit: string, offset: string) =>
    longRead(
      ofPublisher(read, publisherId, [status, other])
        .select('nodes.key')
        .select(countOfPublisher(read, publisherId, [status, other]).as('total'))
        .orderBy('nodes.created_at', 'desc')
        .orderBy('nodes.key')
        .limit(sql<number>`${limit}`)
        .offset(sql<number>`${offset}`),
    ),
  ({ key, total }) => ({ key, total: Number(total) }),
);

/** The keys of the nodes of a publisher that are in one of the given states, two at most, newest first. */
export const findNodesOfPublisher = async (
  read: ReadConnection,
  publisherId: string,
  [status, other = status]: readonly NodeStatus[],
  { page, limit, offset }: Asked,
): Promise<Page<string>> => {
  if (status === undefined || other === undefined) return { items: [], page, limit, total: 0, places: 0 };
  const rows = await findKeysOfPublisher(read, publisherId, status, other, String(limit), String(offset));
  // A page past the end has no row with the total.
  const { total } =
    rows[0] ??
    (offset === 0
      ? { total: 0 }
      : await longRead(countOfPublisher(read, publisherId, [status, other])).executeTakeFirstOrThrow());
  return { items: rows.map(({ key }) => key), page, limit, total, places: total };
};
