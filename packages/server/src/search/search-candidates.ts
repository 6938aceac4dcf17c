import { limits } from '@patchbay/contract';
import type { SearchWords } from '../store/engine.ts';
import { hasWords } from './has-words.ts';
import type { NodeFilter } from '../store/listing/node-filter.ts';
import { nodeKey } from '../store/rows/nodes.ts';
import type { Store } from '../store/store.ts';

const { searchedNodesMax } = limits;

export interface Search {
  /** All that was asked for, in lower case. */
  query: string;
  words: SearchWords;
}

/** Shorter words are in no index of trigrams. */
const atLeastATrigram = /.{3}/su;

/**
 * The ordinals of the nodes that a search looks at, as a query: the first by place that have the words, and those of
 * exactly this id or name wherever they are. Nodes that the filter names are all looked at.
 */
export const findCandidates = ({ read, engine }: Store, { query, words }: Search, { ids }: NodeFilter) => {
  const ordinals = read.selectFrom('nodes').select('nodes.ordinal');
  const texts = read.selectFrom('search_texts').select('search_texts.ordinal');
  if (ids !== undefined)
    return texts.where(hasWords(words)).where('ordinal', 'in', ordinals.where('key', 'in', ids.map(nodeKey)));

  const first = engine.searchIndex(
    { indexed: pick(words, isIndexed), others: pick(words, (word) => !isIndexed(word)) },
    searchedNodesMax,
  );
  // Each look-up by an index of its own: with an `or` between them a planner reads all nodes.
  const named = read
    .selectFrom('nodes')
    .select('key')
    .where('listed', '=', 1)
    .where('name', '=', query)
    .limit(searchedNodesMax);
  const exact = read
    .selectFrom(named.as('named'))
    .select('named.key')
    .union(read.selectFrom('nodes').select('key').where('key', '=', query));
  return read
    .selectFrom(first.as('first'))
    .select('first.ordinal')
    .union(texts.where(hasWords(words)).where('ordinal', 'in', ordinals.where('key', 'in', exact)));
};

const isIndexed = (word: string): boolean => atLeastATrigram.test(word);

const pick = (words: SearchWords, isPicked: (word: string) => boolean): SearchWords => ({
  anywhere: words.anywhere.filter(isPicked),
  appNodes: words.appNodes.filter(isPicked),
});
