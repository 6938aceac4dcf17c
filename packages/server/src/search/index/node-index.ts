import {
  type FacetName,
  type Facets,
  type Hit,
  type IndexedNode,
  type SearchFilter,
  type SearchRequest,
  type SearchResult,
  type Suggestion,
  facetNames,
} from './messages.ts';
import { type Placed, type Ranked, popularityOf, rank, toRanked } from './rank.ts';
import { appNodesIn, hasSockets, isAskedForSockets, reasonsOf, textsOf } from './reasons.ts';
import { type SoughtWord, spansOf } from './joined-words.ts';
import { WordIndex, bitOf, fields } from './word-index.ts';
import { type Word, compact, fold, wordsIn } from './words.ts';

/** As many words as two queries of the most words have, most of them without parts. */
const soughtMax = 30;

interface Document {
  node: IndexedNode;
  ranked: Ranked;
}

/** All nodes, searchable. */
export class NodeIndex {
  readonly #words = new WordIndex();
  readonly #documents: (Document | undefined)[] = [];
  readonly #byKey = new Map<string, number>();
  /** The numbers of documents that were removed, for those to come. */
  readonly #free: number[] = [];

  get size(): { nodes: number; words: number } {
    return { nodes: this.#byKey.size, words: this.#words.size };
  }

  /** Adds a node, or replaces it. */
  put(node: IndexedNode): void {
    this.remove(node.key);
    const document = this.#free.pop() ?? this.#documents.length;
    this.#documents[document] = { node, ranked: toRanked(node) };
    this.#byKey.set(node.key, document);
    this.#words.add(document, textsOf(node));
  }

  remove(key: string): void {
    const document = this.#byKey.get(key);
    if (document === undefined) return;
    this.#words.remove(document, textsOf(this.#at(document).node));
    this.#byKey.delete(key);
    this.#documents[document] = undefined;
    this.#free.push(document);
  }

  setDownloads(key: string, downloads: number): void {
    const document = this.#documents[this.#byKey.get(key) ?? -1];
    if (document === undefined) return;
    const { stars } = document.node;
    document.ranked.popularity = popularityOf({ downloads, stars });
  }

  /** Throws OverdueError at the deadline, in milliseconds of `spentMs`. */
  search(request: SearchRequest, deadline: number): SearchResult {
    const { anywhere, appNodes, typos, filter } = request;
    const accepts = this.#acceptance(filter);
    const own = wordsIn(anywhere, soughtMax);
    const named = wordsIn(appNodes, soughtMax - own.length);
    const sought: SoughtWord[] = [
      ...own.map((word, index) => ({ ...word, fields: allFields, word: partOf(anywhere, word, index) })),
      ...named.map((word) => ({ ...word, fields: bitOf('app_node'), word: undefined })),
    ];
    // Signs alone are no words, and are found nowhere.
    if (sought.length === 0 && `${anywhere}${appNodes}`.trim() !== '') return { hits: [], total: 0 };
    const matches = this.#words.match(sought, { accepts, typos, deadline });
    const { offset, limit } = request;
    const { best, others } = rank(
      anywhere || appNodes,
      matches,
      offset + limit,
      (document) => this.#at(document).ranked,
      this.#words,
    );
    const texts = spansOf(sought).map(({ text }) => text);
    const placed: (Placed | { document: number; numbers?: undefined })[] = [
      ...best,
      ...others.map((document) => ({ document })),
    ];
    const hits = placed.slice(offset, offset + limit).map(({ document, numbers }): Hit => {
      const { node } = this.#at(document);
      return {
        key: node.key,
        id: node.id,
        ...(request.withReasons && {
          reasons: reasonsOf(node, { found: matches.found, sought: texts, filter }),
          appNodes: appNodesIn(node, matches.found),
        }),
        ...(request.withNumbers && numbers !== undefined && { numbers }),
      };
    });
    const first = best[0]?.document;
    return {
      hits,
      total: matches.documents.length,
      ...(first !== undefined && explainWords(first, matches, { anywhere, own })),
      ...(request.facetValues > 0 && { facets: this.#facets(matches.documents, request.facetValues) }),
    };
  }

  /** What somebody may mean who has typed so far. */
  suggest(text: string, limit: number, deadline: number): Suggestion[] {
    const request = {
      anywhere: text,
      appNodes: '',
      typos: true,
      filter: { isInstallable: true },
      offset: 0,
      limit: 2 * limit,
      facetValues: 0,
      withReasons: true,
      withNumbers: false,
    };
    if (wordsIn(text, 1).length === 0) return [];
    const { hits, leftOut } = this.search(request, deadline);
    if (leftOut !== undefined) return [];
    const found = hits.map(({ key, reasons = [] }) => ({
      node: this.#at(this.#byKey.get(key) ?? -1).node,
      reasons,
    }));
    const isNamed = ({ reasons }: (typeof found)[number]): boolean =>
      reasons.some(({ field }) => field === 'id' || field === 'name');
    const letters = compact(text);
    const nodes = found
      .filter(isNamed)
      .map(({ node }): Suggestion => ({ kind: 'node', text: node.name, nodeId: node.id }));
    const appNodes = found.flatMap(({ node, reasons }) =>
      reasons
        .filter(({ field, text: name }) => field === 'app_node' && compact(name).includes(letters))
        .map(({ text: name }): Suggestion => ({ kind: 'app-node', text: name, nodeId: node.id })),
    );
    const byText = new Map([...nodes, ...appNodes].toReversed().map((of) => [`${of.kind} ${of.text}`, of]));
    const all = [...byText.values()].toReversed();
    const some = all.filter(({ kind }) => kind === 'node').slice(0, Math.ceil(limit / 2));
    return [...some, ...all.filter((suggestion) => !some.includes(suggestion))].slice(0, limit);
  }

  #at(document: number): Document {
    const found = this.#documents[document];
    if (found === undefined) throw new Error('a search found a node that is gone');
    return found;
  }

  #acceptance(filter: SearchFilter): (document: number) => boolean {
    const keys = filter.keys && new Set(filter.keys);
    const ranges = filter.appVersions && new Set(filter.appVersions);
    const [tag, category, license] = [filter.tag, filter.category, filter.license].map(
      (value) => value && fold(value),
    );
    return (document) => {
      const node = this.#documents[document]?.node;
      return (
        node !== undefined &&
        (node.isListed || filter.includeBanned === true) &&
        (filter.isInstallable !== true || node.isInstallable) &&
        (keys === undefined || keys.has(node.key)) &&
        (filter.publisherId === undefined || node.publisherId === filter.publisherId) &&
        (filter.changedAfter === undefined || node.updatedAt > filter.changedAfter) &&
        (filter.repository === undefined || node.repository.includes(filter.repository)) &&
        declares(node.systems, filter.systems ?? []) &&
        declares(node.accelerators, filter.accelerator === undefined ? [] : [filter.accelerator]) &&
        (ranges === undefined || ranges.has(node.appVersions)) &&
        (tag === undefined || node.tags.some((own) => fold(own) === tag)) &&
        (category === undefined || fold(node.category) === category) &&
        (license === undefined || fold(node.license) === license) &&
        (!isAskedForSockets(filter) || node.appNodes.some((appNode) => hasSockets(appNode, filter)))
      );
    };
  }

  #facets(documents: readonly number[], facetValues: number): Facets {
    const counts: Record<FacetName, Map<string, number>> = {
      tags: new Map(),
      category: new Map(),
      supported_os: new Map(),
      supported_accelerators: new Map(),
      license: new Map(),
    };
    const count = (facet: FacetName, values: readonly string[]): void => {
      for (const value of new Set(values))
        if (value !== '') counts[facet].set(value, (counts[facet].get(value) ?? 0) + 1);
    };
    for (const document of documents) {
      const { node } = this.#at(document);
      count('tags', node.tags.map(fold));
      count('category', [node.category]);
      count('supported_os', node.systems.split('\n'));
      count('supported_accelerators', node.accelerators.split('\n'));
      count('license', [node.license]);
    }
    return Object.fromEntries(
      facetNames.map((facet) => [facet, inOrder(foldAlike(inOrder(counts[facet]))).slice(0, facetValues)]),
    ) as Facets;
  }
}

type Counts = ReadonlyMap<string, number>;

/** The most frequent values first. */
const inOrder = (counts: Counts): { value: string; count: number }[] =>
  [...counts]
    .map(([value, count]) => ({ value, count }))
    .toSorted((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1));

/** Spellings that a filter takes for one value count together, as the first of them. */
const foldAlike = (spellings: readonly { value: string; count: number }[]): Counts => {
  const firsts = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const { value, count } of spellings) {
    const folded = fold(value);
    const first = firsts.get(folded) ?? value;
    firsts.set(folded, first);
    counts.set(first, (counts.get(first) ?? 0) + count);
  }
  return counts;
};

const allFields = fields.reduce((bits, field) => bits | bitOf(field), 0);

/** A node that declares nothing runs everywhere. */
const declares = (declared: string, wanted: readonly string[]): boolean =>
  declared === '' || wanted.every((value) => declared.includes(value));

/** What of the query the best node lacks, and what it has instead. */
const explainWords = (
  document: number,
  { lacks, correct }: Pick<ReturnType<WordIndex['match']>, 'lacks' | 'correct'>,
  { anywhere, own }: { anywhere: string; own: readonly Word[] },
): Pick<SearchResult, 'didYouMean' | 'leftOut'> => {
  const leftOut = new Set(
    own
      .filter((_, index) => lacks(document, index))
      // The last character of a pair stands alone besides.
      .filter(({ end }, index, all) => all[index - 1]?.end !== end)
      .map((word) => wordAround(anywhere, word)),
  );
  let corrected = anywhere.trim();
  const lead = anywhere.length - anywhere.trimStart().length;
  for (const [index, { start, end }] of [...own.entries()].toReversed()) {
    const instead = correct(document, index);
    if (instead !== undefined)
      corrected = corrected.slice(0, start - lead) + instead + corrected.slice(end - lead);
  }
  return {
    ...(leftOut.size > 0 && { leftOut: [...leftOut] }),
    ...(corrected !== anywhere.trim() && { didYouMean: corrected }),
  };
};

/** Which of the words between spaces it is part of. Where no spaces are written, each pair can be left out. */
const partOf = (query: string, { start, isBigram }: Word, index: number): number =>
  isBigram ? -1 - index : (query.slice(0, start).match(/\s+/gu)?.length ?? 0);

/** The word between spaces that it is part of. */
const wordAround = (query: string, { start, end, isBigram }: Word): string =>
  isBigram
    ? query.slice(start, end)
    : `${/\S*$/u.exec(query.slice(0, start))?.[0] ?? ''}${query.slice(start, end)}${/^\S*/u.exec(query.slice(end))?.[0] ?? ''}`;
