import type { IndexedNode } from './messages.ts';
import { type RankPart, rankWeights, rankedMax } from './weights.ts';
import type { Matches, WordIndex } from './word-index.ts';
import { compact, fold, wordsIn } from './words.ts';

/** What the order of matches needs of a node. */
export interface Ranked extends Pick<IndexedNode, 'key' | 'ordinal'> {
  popularity: number;
  /** By the number that a moderator set: the lower, the more. */
  ranking: number;
  id: string;
  name: string;
  idLetters: string;
  nameLetters: string;
  idWords: readonly string[];
  nameWords: readonly string[];
  appNodeLetters: readonly string[];
}

const wordsMax = 16;

/**
 * Ten million downloads or a hundred thousand stars are as popular as it gets. The greater counts: in a registry that is
 * new, nothing was downloaded yet, and many repositories have no stars here.
 */
export const popularityOf = ({ downloads, stars }: Pick<IndexedNode, 'downloads' | 'stars'>): number =>
  Math.min(1, Math.max(Math.log10(1 + downloads) / 7, Math.log10(1 + stars) / 5));

export const toRanked = (node: IndexedNode): Ranked => ({
  key: node.key,
  ordinal: node.ordinal,
  popularity: popularityOf(node),
  ranking: node.ranking === undefined ? 0 : 1 / (1 + node.ranking / 100),
  id: fold(node.id),
  name: fold(node.name),
  idLetters: compact(node.id),
  nameLetters: compact(node.name),
  idWords: wordsIn(node.id, wordsMax).map(({ text }) => text),
  nameWords: wordsIn(node.name, wordsMax).map(({ text }) => text),
  appNodeLetters: node.appNodes.flatMap(({ name, aliases }) => [name, ...aliases].map(compact)),
});

export interface Placed {
  document: number;
  numbers: Record<RankPart | 'score', number>;
}

/**
 * The first matches in order, as many as are needed and at least the best: these by what they are, the others by their
 * words and popularity.
 */
export const rank = (
  query: string,
  { documents, scores, found }: Pick<Matches, 'documents' | 'scores' | 'found'>,
  needed: number,
  nodeOf: (document: number) => Ranked,
  words: Pick<WordIndex, 'count' | 'rarity'>,
): { best: Placed[]; others: number[] } => {
  const folded = fold(query.trim());
  const letters = compact(query);
  const measure = (document: number): number => {
    const node = nodeOf(document);
    const isNamed = node.id === folded || node.name === folded || node.nameLetters === letters;
    return (isNamed ? 1_000 : 0) + (scores[document] ?? 0) + node.popularity + node.ranking;
  };
  const ordinalOf = (document: number): number => nodeOf(document).ordinal;
  const ordered = firstOf(documents, Math.max(rankedMax, needed), measure, ordinalOf);
  const first = ordered.slice(0, rankedMax);
  const top = Math.max(Number.MIN_VALUE, ...first.map((document) => scores[document] ?? 0));
  const rarities = new Map<string, number>();
  const rarityOf = (word: string): number => {
    const known = rarities.get(word) ?? words.rarity(words.count(word));
    rarities.set(word, known);
    return known;
  };
  const best = first
    .map((document): Placed => {
      const node = nodeOf(document);
      const parts: Record<RankPart, number> = {
        exact_id: Number(node.id === folded),
        exact_name: Number(node.name === folded),
        same_letters: Number(letters !== '' && (node.idLetters === letters || node.nameLetters === letters)),
        exact_app_node: Number(letters !== '' && node.appNodeLetters.includes(letters)),
        text: (scores[document] ?? 0) / top,
        coverage: Math.max(
          coverage(node.idWords, node.idLetters, found, rarityOf),
          coverage(node.nameWords, node.nameLetters, found, rarityOf),
        ),
        popularity: node.popularity,
        search_ranking: node.ranking,
      };
      const score = Object.entries(rankWeights).reduce(
        (sum, [part, weight]) => sum + weight * parts[part as RankPart],
        0,
      );
      return { document, numbers: { ...parts, score } };
    })
    .toSorted(
      (one, other) =>
        other.numbers.score - one.numbers.score || ordinalOf(one.document) - ordinalOf(other.document),
    );
  return { best, others: ordered.slice(rankedMax) };
};

/** The documents with the highest measures, in order, without ordering all: common words match most of a catalogue. */
const firstOf = (
  documents: readonly number[],
  count: number,
  measure: (document: number) => number,
  ordinalOf: (document: number) => number,
): number[] => {
  const measures = Float64Array.from(documents, measure);
  const least = measures.length > count ? (measures.toSorted().at(-count) ?? 0) : -Infinity;
  const some: { document: number; measured: number }[] = [];
  for (const [index, measured] of measures.entries())
    if (measured >= least) some.push({ document: documents[index] ?? 0, measured });
  return some
    .toSorted(
      (one, other) => other.measured - one.measured || ordinalOf(one.document) - ordinalOf(other.document),
    )
    .slice(0, count)
    .map(({ document }) => document);
};

/** How much of a name the query says, where a rare word says more than a common one. */
const coverage = (
  words: readonly string[],
  letters: string,
  found: ReadonlyMap<string, number>,
  rarityOf: (word: string) => number,
): number => {
  let [covered, all] = [0, 0];
  for (const [index, word] of words.entries()) {
    const rarity = rarityOf(word);
    all += rarity;
    const [before = '', after = ''] = [words[index - 1], words[index + 1]];
    const shares = [word, word + after, before + word].map((form) => found.get(form) ?? 0);
    covered += rarity * Math.max(...shares);
  }
  return Math.max(found.get(letters) ?? 0, all === 0 ? 0 : covered / all);
};
