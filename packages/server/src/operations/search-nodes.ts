import { type Endpoints, limits } from '@patchbay/contract';
import type { Operation } from '../context.ts';
import { demandNodeFilter } from '../guards/node-filter.ts';
import { findWords } from '../policy/find-words.ts';
import { presentNodePage } from '../present/listed-node.ts';
import { viewOfCatalogue } from '../present/node.ts';
import { isWordless } from '../store/has-words.ts';
import { findNodes } from '../store/node-lists.ts';
import { pageOf } from '../store/pages.ts';
import { searchNodes as findNodesByWords } from '../store/search-nodes.ts';

/** The nodes in which every word is found. A query without words finds all. */
export const searchNodes: Operation<Endpoints['searchNodes']> = async (
  { store, profile, publicUrl },
  { actor, query },
) => {
  const words = { anywhere: findWords(query.search), appNodes: findWords(query.app_node_search) };
  const filter = await demandNodeFilter({ store }, actor, query);
  const asked = pageOf(query, { fallback: limits.pageSizeDefault, max: limits.pageSizeMax });
  const page = isWordless(words)
    ? await findNodes(store, filter, { by: 'downloads', descending: true }, asked)
    : await findNodesByWords(
        store,
        { query: (query.search ?? '').trim().toLowerCase(), words },
        filter,
        asked,
      );
  return presentNodePage(page, viewOfCatalogue(publicUrl(), actor, query), profile.habits);
};
