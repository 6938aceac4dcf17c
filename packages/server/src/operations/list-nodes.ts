import { type Endpoints, limits, type Query } from '@patchbay/contract';
import type { Operation } from '../context.ts';
import { demandNodeFilter } from '../guards/node-filter.ts';
import { presentNodePage } from '../present/listed-node.ts';
import { viewOfCatalogue } from '../present/node.ts';
import { type NodeOrder, findNodes } from '../store/node-lists.ts';
import { pageOf } from '../store/pages.ts';

type ListNodes = Endpoints['listNodes'];

/** The nodes that may be used; banned ones only for moderators who want them. */
export const listNodes: Operation<ListNodes> = async ({ store, profile, publicUrl }, { actor, query }) => {
  const page = await findNodes(
    store,
    await demandNodeFilter({ store }, actor, query),
    orderOf(query.sort),
    pageOf(query, { fallback: limits.pageSizeDefault, max: limits.cataloguePageSizeMax }),
  );
  return presentNodePage(page, viewOfCatalogue(publicUrl(), actor, query), profile.habits);
};

const orderOf = (sort: Query<ListNodes>['sort']): NodeOrder | undefined => {
  if (sort === undefined) return undefined;
  const [by, direction] = sort.split(';') as [NodeOrder['by'], 'asc' | 'desc' | undefined];
  return { by, descending: direction === 'desc' };
};
