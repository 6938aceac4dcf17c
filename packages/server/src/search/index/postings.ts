import SearchableMap from 'minisearch/SearchableMap';

/** One number for each document that has a word: the document, then a bit for each field that has it. */
type Postings = number | number[];

const fieldBits = 8;
export const fieldsOf = (posting: number): number => posting & ((1 << fieldBits) - 1);
export const documentOf = (posting: number): number => posting >>> fieldBits;

/** A word with the documents that have it. */
export type WordPostings = readonly [word: string, postings: readonly number[]];

/** How many words one look-up may go through. */
const expandedMax = 1_000;

/** Words with the documents that have them: a radix tree, which finds words by their beginning and with typos. */
export class Dictionary {
  readonly #words = new SearchableMap<Postings>();

  get size(): number {
    return this.#words.size;
  }

  add(word: string, document: number, fields: number): void {
    const posting = (document << fieldBits) | fields;
    const known = this.#words.get(word);
    if (known === undefined) this.#words.set(word, posting);
    else if (typeof known === 'number') this.#words.set(word, [known, posting]);
    else known.push(posting);
  }

  find(word: string): readonly number[] {
    return listOf(this.#words.get(word));
  }

  /** How many documents have the word. */
  count(word: string): number {
    const known = this.#words.get(word);
    return known === undefined ? 0 : typeof known === 'number' ? 1 : known.length;
  }

  /** Longer words that begin so, some of them if there are too many. */
  startingWith(prefix: string): WordPostings[] {
    const found: WordPostings[] = [];
    for (const [word, postings] of this.#words.atPrefix(prefix)) {
      if (word !== prefix) found.push([word, listOf(postings)]);
      if (found.length >= expandedMax) break;
    }
    return found;
  }

  /** Other words that differ in so many letters, with the number of them. A digit is never a typo for another. */
  similar(word: string, distance: number): Map<string, { postings: readonly number[]; distance: number }> {
    const found = new Map<string, { postings: readonly number[]; distance: number }>();
    const digits = digitsOf(word);
    const note = (other: string, postings: Postings | undefined, far: number): void => {
      if (postings !== undefined && far > 0 && digitsOf(other) === digits)
        found.set(other, { postings: listOf(postings), distance: far });
    };
    findSimilar(this.#words, word, distance, note);
    for (const other of swapped(word)) note(other, this.#words.get(other), 1);
    return found;
  }

  remove(word: string, document: number): void {
    const known = this.#words.get(word);
    if (!Array.isArray(known)) {
      if (known !== undefined && documentOf(known) === document) this.#words.delete(word);
      return;
    }
    const at = known.findIndex((posting) => documentOf(posting) === document);
    const last = known.pop();
    if (last === undefined) return;
    if (at === -1) known.push(last);
    else if (at < known.length) known[at] = last;
    const [first, second] = known;
    if (first !== undefined && second === undefined) this.#words.set(word, first);
  }
}

const listOf = (postings: Postings | undefined): readonly number[] =>
  postings === undefined ? [] : typeof postings === 'number' ? [postings] : postings;

const digitsOf = (word: string): string => word.replaceAll(/[^0-9]/g, '');

/** The word with each two neighbours exchanged: one typo, which the tree counts as two. */
const swapped = (word: string): string[] => {
  const found: string[] = [];
  for (let index = 0; index + 1 < word.length; index += 1) {
    const [one = '', other = ''] = [word[index], word[index + 1]];
    if (one !== other) found.push(word.slice(0, index) + other + one + word.slice(index + 2));
  }
  return found;
};

type Tree = SearchableMap<Postings>['_tree'];

/**
 * Calls back with the words of a tree within a distance of Levenshtein. `fuzzyGet` of the tree finds the same, but past
 * the end of the word it looks at everything below: at most of the index, for the beginning of a name that most share.
 */
const findSimilar = (
  { _tree: root }: SearchableMap<Postings>,
  word: string,
  distance: number,
  onFound: (word: string, postings: Postings, distance: number) => void,
): void => {
  const columns = word.length + 1;
  // Row by row for each letter that is walked: how far it is from each beginning of the word. A row below is written anew.
  const rows = new Uint8Array(columns * (columns + distance + 1));
  for (let at = 0; at < columns; at += 1) rows[at] = at;
  /** Whether a word that goes on so can be near enough. */
  const walk = (depth: number, letter: string | undefined): boolean => {
    if (depth >= columns + distance) return false;
    const [above, here] = [(depth - 1) * columns, depth * columns];
    rows[here] = depth;
    let least = depth;
    for (let at = 1; at < columns; at += 1) {
      const far = Math.min(
        (rows[above + at] ?? 0) + 1,
        (rows[here + at - 1] ?? 0) + 1,
        (rows[above + at - 1] ?? 0) + (word[at - 1] === letter ? 0 : 1),
      );
      rows[here + at] = far;
      least = Math.min(least, far);
    }
    return least <= distance;
  };
  const visit = (tree: Tree, text: string): void => {
    for (const [edge, below] of tree) {
      if (edge === '') {
        const far = rows[(text.length + 1) * columns - 1] ?? 0;
        if (far <= distance) onFound(text, below as Postings, far);
        continue;
      }
      let at = 0;
      while (at < edge.length && walk(text.length + at + 1, edge[at])) at += 1;
      if (at === edge.length) visit(below as Tree, text + edge);
    }
  };
  visit(root, '');
};
