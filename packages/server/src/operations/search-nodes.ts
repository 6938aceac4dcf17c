import { type Endpoints, limits } from '@patchbay/contract';
import type { Operation } from '../context.ts';
import { demandNodeFilter } from '../guards/node-filter.ts';
import { findWords } from '../policy/find-words.ts';
import { may } from '../policy/rights.ts';
import { presentNodePage } from '../present/listed-node.ts';
import { searchNodes as findNodesByWords } from '../store/node-lists.ts';
import { pageOf } from '../store/pages.ts';

/** The nodes in which every word is found. A query without words finds all. */
export const searchNodes: Operation<Endpoints['searchNodes']> = async (
  { store, profile, publicUrl },
  { actor, query },
) => {
  const page = await findNodesByWords(
    store,
    {
      query: (query.search ?? '').trim().toLowerCase(),
      words: { anywhere: findWords(query.search), appNodes: findWords(query.app_node_search) },
    },
    await demandNodeFilter({ store }, actor, query),
    pageOf(query, { fallback: limits.pageSizeDefault, max: limits.pageSizeMax }),
  );
  return presentNodePage(
    page,
    {
      publicUrl: publicUrl(),
      inside: may(actor, 'moderate'),
      withTranslations: query.include_translations ?? false,
    },
    profile.habits,
  );
};
