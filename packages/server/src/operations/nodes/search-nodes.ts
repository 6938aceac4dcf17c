import { type Endpoints, limits } from '@patchbay/contract';
import { requireNodeFilter } from '../../authorization/node-filter.ts';
import { viewOfCatalogue } from '../../documents/present.ts';
import { requireWords } from '../../search/require-words.ts';
import { isWordless } from '../../search/words.ts';
import { searchNodes as findNodesByWords } from '../../search/search-nodes.ts';
import { findNodes } from '../../store/listing/node-lists.ts';
import { findPageMax } from '../../store/listing/page-size.ts';
import { pageOf } from '../../store/listing/pages.ts';
import type { Operation } from '../operation.ts';
import { presentNodes } from '../present-nodes.ts';

/** The nodes that match every word. A query without words matches all. */
export const searchNodes: Operation<Endpoints['searchNodes']> = async (
  { store, documents, publicUrl },
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
  return presentNodes({ store, documents }, page, view, {
    withCounts: query.include_counts,
    matchedWords: query.include_matches === true ? [...words.anywhere, ...words.appNodes] : undefined,
  });
};
