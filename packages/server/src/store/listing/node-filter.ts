import { type SqlBool, type RawBuilder, sql } from 'kysely';
import { accelerator, line } from './listing-row.ts';
import type { Engine } from '../engine.ts';
import { nodeKey } from '../rows/nodes.ts';
import { countOf } from './pages.ts';
import { findPositions } from './positions.ts';
import { longRead } from '../long-read.ts';
import type { Store } from '../store.ts';

export interface NodeFilter {
  /** Also banned nodes, and those of banned publishers. */
  includeBanned?: boolean | undefined;
  /** Whether every page but the last is full. Else the whole list is paged by position. */
  isPagedByTotal?: boolean | undefined;
  changedAfter?: string | undefined;
  ids?: readonly string[] | undefined;
  publisherId?: string | undefined;
  /** A text that the repository's URL contains, in lower case. */
  repository?: string | undefined;
  /** As `operatingSystem` spells it. */
  os?: string | undefined;
  /** The platform of the host, as a further filter. */
  hostOs?: string | undefined;
  accelerator?: string | undefined;
  /** The declared ranges that fit. */
  appVersionRanges?: readonly string[] | undefined;
}

/** Whether it matches all listed nodes and no others. */
export const isWhole = (filter: NodeFilter): boolean =>
  Object.values(filter).every((value) => value === undefined || value === false);

/** The nodes that the filter matches. */
export const selectNodes = ({ read, engine }: Store, filter: NodeFilter) => {
  const { changedAfter = '', ids = [], publisherId = '', repository = '' } = filter;
  return read
    .selectFrom('nodes')
    .where(engine.isInTime)
    .$if(filter.includeBanned === true, (query) => query.where('nodes.status', '!=', 'NodeStatusDeleted'))
    .$if(filter.includeBanned !== true, (query) => query.where(isListed(filter)))
    .$if(filter.changedAfter !== undefined, (query) => query.where('nodes.updated_at', '>', changedAfter))
    .$if(filter.ids !== undefined, (query) => query.where('nodes.key', 'in', ids.map(nodeKey)))
    .$if(filter.publisherId !== undefined, (query) => query.where('nodes.publisher_id', '=', publisherId))
    .$if(filter.repository !== undefined, (query) =>
      query.where(engine.contains(sql.ref('nodes.repository'), repository)),
    )
    .where((eb) => eb.and(declaredIn('nodes', engine, filter)));
};

/**
 * With the plus, an engine that knows nothing of how many nodes a publisher has finds them by their publisher, and does
 * not look at all nodes in the order of an index.
 */
const isListed = ({ publisherId }: NodeFilter): RawBuilder<SqlBool> =>
  publisherId === undefined ? sql`nodes.listed = 1` : sql`+nodes.listed = 1`;

/** How many nodes the filter matches. */
export const countNodes = async (store: Store, filter: NodeFilter): Promise<number> => {
  if (isWhole({ ...filter, isPagedByTotal: false })) return (await findPositions(store.read, 'nodes')).listed;
  const { includeBanned, changedAfter, ids, publisherId, repository } = filter;
  if (!isWhole({ includeBanned, changedAfter, ids, publisherId, repository }))
    return (await countOf(selectNodes(store, filter), longRead)).total;
  const counts = store.read
    .selectFrom('declarations')
    .select(sql<number>`coalesce(cast(sum(nodes) as bigint), 0)`.as('total'))
    .where('listed', '=', 1)
    .where(store.engine.isInTime)
    .where((eb) => eb.and(declaredIn('declarations', store.engine, filter)));
  return (await longRead(counts).executeTakeFirstOrThrow()).total;
};

/** The filter's condition on declared compatibility, by columns that both tables have. */
const declaredIn = (table: 'nodes' | 'declarations', engine: Engine, filter: NodeFilter) => {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const conditions: RawBuilder<SqlBool>[] = [];
  const declares = (name: string, value: string | undefined): void => {
    if (value === undefined) return;
    // A node without a declaration runs everywhere.
    conditions.push(sql`(${column(name)} = '' or ${engine.contains(column(name), line(value))})`);
  };
  declares('supported_os', filter.os);
  declares('supported_os', filter.hostOs);
  declares('supported_accelerators', filter.accelerator && accelerator(filter.accelerator));
  if (filter.appVersionRanges !== undefined) {
    const ranges = engine.pairs(filter.appVersionRanges.map((range) => [range, '']));
    conditions.push(sql`${column('supported_app_version')} in (select first from ${ranges} as fitting)`);
  }
  return conditions;
};
