import type { NodeVersionStatus } from '@patchbay/contract';
import { sql } from 'kysely';
import { measured, type Asked, type Page, findPage } from './pages.ts';
import { longRead, scanRead } from '../long-read.ts';
import { findPageByPosition } from './positions.ts';
import { keyOfId } from '../identifiers.ts';
import type { ReadConnection, Store } from '../store.ts';
import { type ShownVersion, fromShownRow, shownColumns } from '../rows/versions.ts';

/** A version with the columns of its node that a response needs. */
export interface ListedVersion {
  version: ShownVersion;
  node: { id: string; publisherId: string };
}

export interface VersionFilter {
  /** An id that the node has or had, in lower case. */
  nodeId?: string | undefined;
  /** Whether those that wait for their package are among them. */
  withUploads?: boolean | undefined;
  statuses: readonly NodeVersionStatus[];
  createdAfter?: string | undefined;
  /** A text that the status reason contains, in any case. */
  statusReason?: string | undefined;
}

const joined = (read: ReadConnection) =>
  read.selectFrom('versions').innerJoin('nodes', 'nodes.key', 'versions.node_key');

const nodeColumns = ['nodes.id as canonical_id', 'nodes.publisher_id'] as const;

const fromRow = (
  row: Parameters<typeof fromShownRow>[0] & { canonical_id: string; publisher_id: string },
): ListedVersion => ({
  version: fromShownRow(row),
  node: { id: row.canonical_id, publisherId: row.publisher_id },
});

/** The versions in the given states, oldest first. */
export const findVersionsByStatus = (
  read: ReadConnection,
  statuses: readonly NodeVersionStatus[],
  asked: Asked,
): Promise<Page<ListedVersion>> =>
  findPage(
    joined(read).where('versions.status', 'in', statuses),
    asked,
    (chosen) => chosen.select(shownColumns).select(nodeColumns).orderBy('versions.id'),
    fromRow,
  );

/**
 * The versions of a node in the given states, newest first by SemVer precedence; also those that wait for their package
 * if `withUploads`.
 */
export const findVersionsOfNode = (
  read: ReadConnection,
  nodeKey: string,
  { statuses, withUploads }: { statuses: readonly NodeVersionStatus[]; withUploads: boolean },
  asked: Asked,
): Promise<Page<ShownVersion>> =>
  findPage(
    read
      .selectFrom('versions')
      .where('node_key', '=', nodeKey)
      .where('status', 'in', statuses)
      .$if(!withUploads, (query) => query.where('ordinal', 'is not', null)),
    asked,
    (chosen) => chosen.select(shownColumns).orderBy('sort_key', 'desc').orderBy('version', 'desc'),
    fromShownRow,
    measured('metadata_json', 'tags_admin_json', 'status_reason'),
    longRead,
  );

/** The versions of listed nodes, by position if all Active ones are asked for: that list is safe to crawl. */
export const findVersions = async (
  { read, engine }: Pick<Store, 'read' | 'engine'>,
  { nodeId, statuses, createdAfter, statusReason, withUploads = false }: VersionFilter,
  asked: Asked,
): Promise<Page<ListedVersion>> => {
  const filters = [nodeId, createdAfter, statusReason];
  if (filters.every((filter) => filter === undefined) && statuses.join() === 'NodeVersionStatusActive') {
    return findAllVersions(read, asked);
  }
  const reasons = statusReason === undefined ? [] : await findReasons(read, statuses, statusReason);
  const texts = sql<string>`(select value from ${engine.texts(JSON.stringify(reasons))} as found)`;
  return findPage(
    joined(read)
      .where('nodes.listed', '=', 1)
      .$if(!withUploads, (query) => query.where('versions.ordinal', 'is not', null))
      .where('versions.status', 'in', statuses)
      .$if(nodeId !== undefined, (query) => query.where('versions.node_key', '=', keyOfId(nodeId ?? '')))
      .$if(createdAfter !== undefined, (query) => query.where('versions.created_at', '>', createdAfter ?? ''))
      .$if(statusReason !== undefined, (query) => query.where('versions.status_reason', 'in', texts)),
    asked,
    (chosen) =>
      chosen
        .select(shownColumns)
        .select(nodeColumns)
        .orderBy('versions.ordinal', (order) => (withUploads ? order.asc().nullsLast() : order.asc()))
        .$if(withUploads, (query) => query.orderBy('versions.id')),
    fromRow,
  );
};

/** The reasons that contain a text. Here, because neither engine folds the case of other letters than those of ASCII. */
const findReasons = async (
  read: ReadConnection,
  statuses: readonly NodeVersionStatus[],
  part: string,
): Promise<string[]> => {
  const all = read
    .selectFrom('versions')
    .select('status_reason')
    .distinct()
    .where('status', 'in', statuses)
    .where('status_reason', 'is not', null);
  const rows = await scanRead(all).execute();
  return rows
    .map(({ status_reason: reason }) => reason ?? '')
    .filter((reason) => reason.toLowerCase().includes(part.toLowerCase()));
};

/** Selected by position alone and filtered here: with more conditions, a planner might begin with those. */
const findAllVersions = (read: ReadConnection, asked: Asked): Promise<Page<ListedVersion>> =>
  findPageByPosition(read, 'versions', asked, async ({ after, upTo }) => {
    const versions = joined(read)
      .select(shownColumns)
      .select([...nodeColumns, 'nodes.listed'])
      .where('versions.ordinal', '>', after)
      .where('versions.ordinal', '<=', upTo)
      .orderBy('versions.ordinal');
    const rows = await longRead(versions, upTo - after).execute();
    return rows
      .filter(({ listed, status }) => listed === 1 && status === 'NodeVersionStatusActive')
      .map(fromRow);
  });
