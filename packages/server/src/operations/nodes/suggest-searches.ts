import { type Endpoints, limits } from '@patchbay/contract';
import { requireWords } from '../../search/require-words.ts';
import type { Operation } from '../operation.ts';

/** Nodes and app-nodes that somebody may mean who has typed so far. */
export const suggestSearches: Operation<Endpoints['suggestSearches']> = async ({ search }, { query }) => {
  const words = requireWords('search', query.search);
  const { limit = limits.suggestionsDefault } = query;
  const most = Math.min(limit < 1 ? limits.suggestionsDefault : limit, limits.suggestionsMax);
  const found = words.length === 0 ? [] : await search.suggest(query.search ?? '', most);
  return {
    suggestions: found.map(({ kind, text, nodeId }) => ({ kind, text, node_id: nodeId })),
  };
};
