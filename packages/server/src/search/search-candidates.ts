import { limits } from '@patchbay/contract';
import type { SearchWords } from '../store/engine.ts';
import { hasWords } from './words.ts';
import type { NodeFilter } from '../store/listing/node-filter.ts';
import { nodeKey } from '../store/rows/nodes.ts';
import type { Store } from '../store/store.ts';

const { searchedNodesMax } = limits;

export interface Search {
  /** The whole query, in lower case. */
  query: string;
  words: SearchWords;
}

/** A trigram index does not cover shorter words. */
const atLeastATrigram = /.{3}/su;

/**
 * The ordinals of the nodes that a search looks at, as a query: the first by rank that contain the words, and those
 * with exactly this id or name at any rank. Nodes named by the filter are all included.
 */
export const findCandidates = ({ read, engine }: Store, { query, words }: Search, { ids }: NodeFilter) => {
  const ordinals = read.selectFrom('nodes').select('nodes.ordinal');
  const texts = read.selectFrom('search_texts').select('search_texts.ordinal');
  if (ids !== undefined)
    return texts
      .where(hasWords(engine.contains, words))
      .where('ordinal', 'in', ordinals.where('key', 'in', ids.map(nodeKey)));

  const first = engine.searchIndex(
    { indexed: pick(words, isIndexed), others: pick(words, (word) => !isIndexed(word)) },
    searchedNodesMax,
  );
  // One look-up per index: with an `or`, a planner reads all nodes.
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
    .union(
      texts
        .where(hasWords(engine.contains, words))
        .where('ordinal', 'in', ordinals.where('key', 'in', exact)),
    );
};

const isIndexed = (word: string): boolean => atLeastATrigram.test(word);

const pick = (words: SearchWords, isPicked: (word: string) => boolean): SearchWords => ({
  anywhere: words.anywhere.filter(isPicked),
  appNodes: words.appNodes.filter(isPicked),
});
