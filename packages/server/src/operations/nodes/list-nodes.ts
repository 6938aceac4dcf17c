import { type Endpoints, limits, type Query } from '@patchbay/contract';
import { requireNodeFilter } from '../../authorization/node-filter.ts';
import { viewOfCatalogue } from '../../documents/present.ts';
import { type NodeOrder, findNodes } from '../../store/listing/node-lists.ts';
import { findPageMax, pageOf } from '../../store/listing/pages.ts';
import type { Operation } from '../operation.ts';
import { presentNodes } from '../present-nodes.ts';

type ListNodes = Endpoints['listNodes'];

/** The listed nodes; banned ones only for moderators who ask for them. */
export const listNodes: Operation<ListNodes> = async ({ store, documents, publicUrl }, { actor, query }) => {
  const page = await findNodes(
    store,
    await requireNodeFilter({ store }, actor, query),
    orderOf(query.sort),
    pageOf(query, {
      // A caller who names the nodes expects all of them.
      fallback: Math.max(limits.pageSizeDefault, query.node_id?.length ?? 0),
      max: Math.min(limits.cataloguePageSizeMax, await findPageMax(store.read)),
    }),
  );
  return presentNodes({ store, documents }, page, viewOfCatalogue(publicUrl(), actor, query), {
    withCounts: query.include_counts,
  });
};

const orderOf = (sort: Query<ListNodes>['sort']): NodeOrder | undefined => {
  if (sort === undefined) return undefined;
  const [by, direction] = sort.split(';') as [NodeOrder['by'], 'asc' | 'desc' | undefined];
  return { by, descending: direction === 'desc' };
};
