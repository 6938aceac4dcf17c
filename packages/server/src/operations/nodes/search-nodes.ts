import { type Endpoints, limits } from '@patchbay/contract';
import { requireNodeFilter } from '../../authorization/node-filter.ts';
import { ApiError } from '../../errors.ts';
import { viewOfCatalogue } from '../../documents/present.ts';
import { findWords } from '../../search/words.ts';
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
  return presentNodes({ store, documents }, page, viewOfCatalogue(publicUrl(), actor, query));
};

const { searchWordsMax, searchWordCharsMax } = limits;

/** The words of a query parameter. Throws `invalid_request` if they are too many or too long. */
const requireWords = (parameter: string, query: string | undefined): string[] => {
  const words = findWords(query);
  if (words.length > searchWordsMax) {
    throw refusal(parameter, `has ${words.length} words; search for at most ${searchWordsMax}`);
  }
  if (words.some((word) => Array.from(word).length > searchWordCharsMax)) {
    throw refusal(parameter, `has a word of over ${searchWordCharsMax} characters; shorten it`);
  }
  return words;
};

const refusal = (parameter: string, fault: string): ApiError =>
  new ApiError('invalid_request', `The ${parameter} ${fault}.`, {
    details: [
      {
        path: `/${parameter}`,
        message: `must be at most ${searchWordsMax} words of at most ${searchWordCharsMax} characters`,
      },
    ],
  });
