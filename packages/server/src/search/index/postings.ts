import SearchableMap from 'minisearch/SearchableMap';

/** One number for each document that has a word: the document, then a bit for each field that has it. */
type Postings = number | number[];

const fieldBits = 8;
export const fieldsOf = (posting: number): number => posting & ((1 << fieldBits) - 1);
export const documentOf = (posting: number): number => posting >>> fieldBits;

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
  startingWith(prefix: string): Map<string, readonly number[]> {
    const found = new Map<string, readonly number[]>();
    for (const [word, postings] of this.#words.atPrefix(prefix)) {
      if (word !== prefix) found.set(word, listOf(postings));
      if (found.size >= expandedMax) break;
    }
    return found;
  }

  /** Other words that differ in so many letters, with the number of them. A digit is never a typo for another. */
  similar(word: string, distance: number): Map<string, { postings: readonly number[]; distance: number }> {
    const found = new Map<string, { postings: readonly number[]; distance: number }>();
    const digits = digitsOf(word);
    for (const [other, [postings, far]] of this.#words.fuzzyGet(word, distance)) {
      if (far > 0 && digitsOf(other) === digits)
        found.set(other, { postings: listOf(postings), distance: far });
    }
    for (const other of swapped(word)) {
      const postings = this.#words.get(other);
      if (postings !== undefined && digitsOf(other) === digits)
        found.set(other, { postings: listOf(postings), distance: 1 });
    }
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
