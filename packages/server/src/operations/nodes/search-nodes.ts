import { type Endpoints, limits } from '@patchbay/contract';
import { requireNodeFilter } from '../../authorization/node-filter.ts';
import { requireWords } from '../../authorization/search-words.ts';
import { presentNode, viewOfCatalogue } from '../../documents/present.ts';
import { presentPage } from '../../present/page.ts';
import { isWordless } from '../../search/has-words.ts';
import { findNodes } from '../../store/listing/node-lists.ts';
import { findPageMax } from '../../store/listing/page-size.ts';
import { pageOf } from '../../store/listing/pages.ts';
import { searchNodes as findNodesByWords } from '../../search/search-nodes.ts';
import type { Operation } from '../operation.ts';

/** The nodes that match every word. A query without words matches all. */
export const searchNodes: Operation<Endpoints['searchNodes']> = async (
  { store, publicUrl },
  { actor, query },
) => {
  const words = {
    anywhere: requireWords('search', query.search),
    appNodes: requireWords('app_node_search', query.app_node_search),
  };
  const filter = {
    ...(await requireNodeFilter({ store }, actor, query)),
    repository: query.repository_url_search?.toLowerCase() || undefined,
  };
  const asked = pageOf(query, {
    fallback: limits.pageSizeDefault,
    max: Math.min(limits.pageSizeMax, await findPageMax(store.read)),
  });
  const page = isWordless(words)
    ? await findNodes(store, filter, { by: 'downloads', descending: true }, asked)
    : await findNodesByWords(
        store,
        { query: (query.search ?? '').trim().toLowerCase(), words },
        filter,
        asked,
      );
  const view = viewOfCatalogue(publicUrl(), actor, query);
  return presentPage('nodes', page, (card) => presentNode(card, view));
};
