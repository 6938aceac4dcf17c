import { type AppNodeRecord, fromAppNodeRow } from '../rows/app-nodes.ts';
import { type Asked, type Page, findPage } from './pages.ts';
import { longRead } from '../long-read.ts';
import { findPageByPosition } from './positions.ts';
import { numberKey } from '../sort-key.ts';
import { keyOfId } from '../identifiers.ts';
import type { ReadConnection } from '../store.ts';
import type { Row } from '../tables.ts';

/** An app-node with its version. */
export interface ListedAppNode {
  appNode: AppNodeRecord;
  nodeId: string;
  version: string;
}

export interface AppNodeFilter {
  /** An id that the node has or had, in lower case. */
  nodeId?: string | undefined;
  version?: string | undefined;
  name?: string | undefined;
}

const joined = (read: ReadConnection) =>
  read
    .selectFrom('app_nodes')
    .innerJoin('versions', 'versions.id', 'app_nodes.version_id')
    .innerJoin('nodes', 'nodes.key', 'versions.node_key');

const versionColumns = ['nodes.id as node_id', 'versions.version'] as const;

const fromRow = (row: Row<'app_nodes'> & { node_id: string; version: string }): ListedAppNode => ({
  appNode: fromAppNodeRow(row),
  nodeId: row.node_id,
  version: row.version,
});

/** The app-nodes of Active versions of listed nodes, by position. Only the unfiltered list is safe to crawl. */
export const findAllAppNodes = (
  read: ReadConnection,
  { nodeId, version, name }: AppNodeFilter,
  asked: Asked,
): Promise<Page<ListedAppNode>> => {
  if (nodeId === undefined && version === undefined && name === undefined) return findUnfiltered(read, asked);
  return findPage(
    joined(read)
      .where('versions.status', '=', 'NodeVersionStatusActive')
      .where('nodes.listed', '=', 1)
      .$if(nodeId !== undefined, (query) => query.where('versions.node_key', '=', keyOfId(nodeId ?? '')))
      .$if(version !== undefined, (query) =>
        query.where('versions.sort_key', '=', numberKey(version ?? '') ?? ''),
      )
      .$if(name !== undefined, (query) => query.where('app_nodes.name', '=', name ?? '')),
    asked,
    (chosen) => chosen.selectAll('app_nodes').select(versionColumns).orderBy('app_nodes.ordinal'),
    fromRow,
  );
};

/** Selected by position alone and filtered here: with more conditions, a planner might begin with those. */
const findUnfiltered = (read: ReadConnection, asked: Asked): Promise<Page<ListedAppNode>> =>
  findPageByPosition(read, 'app_nodes', asked, async ({ after, upTo }) => {
    const appNodes = joined(read)
      .selectAll('app_nodes')
      .select([...versionColumns, 'versions.status', 'nodes.listed'])
      .where('app_nodes.ordinal', '>', after)
      .where('app_nodes.ordinal', '<=', upTo)
      .orderBy('app_nodes.ordinal');
    const rows = await longRead(appNodes, upTo - after).execute();
    return rows
      .filter(({ listed, status }) => listed === 1 && status === 'NodeVersionStatusActive')
      .map(fromRow);
  });
