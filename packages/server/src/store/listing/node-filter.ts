import { isStorable } from '@patchbay/contract';
import { type SqlBool, type RawBuilder, sql } from 'kysely';
import { line } from './listing-row.ts';
import type { Engine } from '../engine.ts';
import { nodeKey } from '../rows/nodes.ts';
import { keyOfId } from '../identifiers.ts';
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
  /** Only nodes with an Active version. */
  isInstallable?: boolean | undefined;
  ids?: readonly string[] | undefined;
  publisherId?: string | undefined;
  /** A text that the repository's URL contains, in lower case. */
  repository?: string | undefined;
  /** As `operatingSystem` spells it. */
  os?: string | undefined;
  /** The platform of the host, as a further filter. */
  hostOs?: string | undefined;
  /** As `acceleratorName` spells it. */
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
    .$if(filter.isInstallable === true, (query) =>
      query.where(sql<SqlBool>`${engine.withoutIndex('nodes.latest_version_id')} is not null`),
    )
    .$if(filter.ids !== undefined, (query) => query.where('nodes.key', 'in', keysOfIds(engine, ids)))
    .$if(filter.publisherId !== undefined, (query) => query.where('nodes.publisher_id', '=', publisherId))
    .$if(filter.repository !== undefined, (query) =>
      query.where(engine.contains(sql.ref('nodes.repository'), repository)),
    )
    .where((eb) => eb.and(declaredIn('nodes', engine, filter)));
};

/** The keys of the nodes that have or had these ids, as a subquery. */
export const keysOfIds = (engine: Engine, ids: readonly string[]): RawBuilder<string> => {
  const wanted = engine.texts(JSON.stringify(ids.filter(isStorable).map(nodeKey)));
  return sql`(select ${keyOfId(sql.ref('wanted.value'))} from ${wanted} as wanted)`;
};

/**
 * With the plus, an engine that knows nothing of how many nodes a publisher has finds them by their publisher, and those
 * with some ids by these, and does not look at all nodes in the order of an index.
 */
const isListed = ({ publisherId, ids }: NodeFilter): RawBuilder<SqlBool> =>
  publisherId === undefined && ids === undefined ? sql`nodes.listed = 1` : sql`+nodes.listed = 1`;

/** How many nodes the filter matches. */
export const countNodes = async (store: Store, filter: NodeFilter): Promise<number> => {
  if (isWhole({ ...filter, isPagedByTotal: false })) return (await findPositions(store.read, 'nodes')).listed;
  if (isWhole({ ...filter, isPagedByTotal: false, isInstallable: false })) return countInstallable(store);
  const { includeBanned, changedAfter, ids, publisherId, repository, isInstallable } = filter;
  if (!isWhole({ includeBanned, changedAfter, ids, publisherId, repository, isInstallable }))
    return (await countOf(selectNodes(store, filter), longRead)).total;
  const counts = store.read
    .selectFrom('declarations')
    .select(sql<number>`coalesce(cast(sum(nodes) as bigint), 0)`.as('total'))
    .where('listed', '=', 1)
    .where(store.engine.isInTime)
    .where((eb) => eb.and(declaredIn('declarations', store.engine, filter)));
  return (await longRead(counts).executeTakeFirstOrThrow()).total;
};

/** By two indexes: of all nodes with an Active version, few are not listed. */
const countInstallable = async ({ read, engine }: Store): Promise<number> => {
  const all = read
    .selectFrom('nodes')
    .where('latest_version_id', 'is not', null)
    .select((eb) => eb.fn.countAll<number>().as('count'));
  const unlisted = read
    .selectFrom('nodes')
    .where('listed', '=', 0)
    .where(sql<SqlBool>`${engine.withoutIndex('latest_version_id')} is not null`)
    .select((eb) => eb.fn.countAll<number>().as('count'));
  const [one, other] = await Promise.all([
    longRead(all).executeTakeFirstOrThrow(),
    longRead(unlisted).executeTakeFirstOrThrow(),
  ]);
  return one.count - other.count;
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
  declares('supported_accelerators', filter.accelerator);
  if (filter.appVersionRanges !== undefined) {
    const ranges = engine.pairs(filter.appVersionRanges.map((range) => [range, '']));
    conditions.push(sql`${column('supported_app_version')} in (select first from ${ranges} as fitting)`);
  }
  return conditions;
};
