import { Dictionary, type WordPostings, documentOf, fieldsOf } from './postings.ts';
import { enoughMatches, fieldWeights, formWeights, twoTyposCharsMin, typoCharsMin } from './weights.ts';
import { type SoughtWord, joinedCharsMax, joinedIn, spansOf } from './joined-words.ts';
import { wordsIn } from './words.ts';

export type Field = keyof typeof fieldWeights;
export const fields = Object.keys(fieldWeights) as Field[];
export const bitOf = (field: Field): number => 1 << fields.indexOf(field);

/** The texts of a document. All but author and description are identifiers, whose words are also indexed joined. */
export type Texts = Readonly<Record<Field, readonly string[]>>;

export interface Matches {
  /** Those with all words, or else with as many letters of words as any has. */
  documents: number[];
  /** By document. */
  scores: Float32Array;
  /** What was found for the words, in all forms, and how much of each was asked for. */
  found: ReadonlyMap<string, number>;
  /** Which words these documents lack, as a test by document. */
  lacks(document: number, word: number): boolean;
  /** What a word was taken for in a document, if it is not found as it was written. */
  correct(document: number, word: number): string | undefined;
}

/** A search took longer than it may. */
export class OverdueError extends Error {}

/** The processor time of this thread in milliseconds: a machine that is busy with other work ends no search. */
export const spentMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

const wordsPerTextMax = 1_000;
/** Words that more documents have need no longer forms, and no typos. */
const commonMin = 200;
const typoLookupsMax = 24;
const splitCharsMin = 2;

const plainText: ReadonlySet<Field> = new Set(['author', 'description']);

/** What a posting is worth by the bits of its fields: the best of them, and a little for the others. */
const worths = Float32Array.from({ length: 1 << fields.length }, (_, bits) => {
  const weights = fields.flatMap((field, index) => (bits & (1 << index) ? [fieldWeights[field]] : []));
  const best = Math.max(0, ...weights);
  return best + 0.15 * (weights.reduce((sum, weight) => sum + weight, 0) - best);
});

interface Typo {
  word: string;
  postings: readonly number[];
}

interface MatchOptions {
  accepts: (document: number) => boolean;
  /** Whether words are also found with typos. */
  typos: boolean;
  deadline: number;
}

/** Finds documents by the words of their texts, as written, by their beginning, joined, split and with typos. */
export class WordIndex {
  readonly #single = new Dictionary();
  readonly #joined = new Dictionary();
  #scores: Float32Array[] = [];
  #capacity = 0;
  #count = 0;

  /** How many different words and joined words it has. */
  get size(): number {
    return this.#single.size + this.#joined.size;
  }

  add(document: number, texts: Texts): void {
    this.#count += 1;
    this.#capacity = Math.max(this.#capacity, document + 1);
    const { single, joined } = wordsOf(texts);
    for (const [word, bits] of single) this.#single.add(word, document, bits);
    for (const [word, bits] of joined) this.#joined.add(word, document, bits);
  }

  /** Removes a document that was added with these texts. */
  remove(document: number, texts: Texts): void {
    this.#count -= 1;
    const { single, joined } = wordsOf(texts);
    for (const word of single.keys()) this.#single.remove(word, document);
    for (const word of joined.keys()) this.#joined.remove(word, document);
  }

  /** How much it says that a document has a word that so many have. */
  rarity(documents: number): number {
    return Math.log(1 + this.#count / Math.max(1, documents));
  }

  count(word: string): number {
    return this.#single.count(word) + this.#joined.count(word);
  }

  /** The documents that have the words, of those that are accepted. Throws OverdueError. */
  match(sought: readonly SoughtWord[], { accepts, typos: takesTypos, deadline }: MatchOptions): Matches {
    const scores = this.#clear(sought.length);
    const found = new Map<string, number>();
    const typos = sought.map((): Typo[] => []);
    const apply = (
      { from, to, text, form }: { from: number; to: number; text: string; form: number },
      hits: readonly WordPostings[],
      nearness: (word: string) => number = () => 1,
    ): void => {
      const worth = form * this.rarity(sizeOf(hits));
      const bits = sought[from]?.fields ?? 0;
      for (const [word, postings] of hits) {
        found.set(word, Math.max(found.get(word) ?? 0, Math.min(1, text.length / word.length)));
        const near = worth * nearness(word);
        for (const posting of postings) {
          const score = near * (worths[fieldsOf(posting) & bits] ?? 0);
          if (score === 0) continue;
          const document = documentOf(posting);
          for (let word = from; word <= to; word += 1) {
            const of = scores[word];
            if (of !== undefined && score > (of[document] ?? 0)) of[document] = score;
          }
        }
      }
      if (spentMs() > deadline) throw new OverdueError();
    };

    const spans = spansOf(sought);
    for (const { from, to, text } of spans) {
      const exact = [this.#single, this.#joined].map((of): WordPostings => [text, of.find(text)]);
      apply({ from, to, text, form: formWeights.exact }, exact);
      const isLast = to === sought.length - 1;
      const mayBegin = from === to ? isLast || text.length > 2 || sought[from]?.isBigram === true : isLast;
      if (!mayBegin || sizeOf(exact) >= commonMin) continue;
      const longer = (word: string): number => Math.max(0.4, text.length / word.length);
      const single = this.#single.startingWith(text);
      apply({ from, to, text, form: formWeights.prefix }, single, longer);
      if (text.length >= typoCharsMin)
        apply({ from, to, text, form: formWeights.prefix }, this.#joined.startingWith(text), longer);
    }
    let documents = this.#gather(sought.length, accepts);
    if (takesTypos && documents.length < enoughMatches) {
      const isCorrected = documents.length === 0;
      const unknown = scores.map((of) => isCorrected && of.every((score) => score === 0));
      let lookups = 0;
      for (const { from, to, text } of spans) {
        if (lookups >= typoLookupsMax) break;
        if (text.length < typoCharsMin || sought[from]?.isBigram === true) continue;
        const known = this.count(text);
        if (known >= commonMin) continue;
        lookups += 1;
        const near = this.#similar(text, { mayBeFar: from === to && known === 0 });
        for (const [word, { postings, distance }] of near) {
          const form = distance > 1 ? formWeights.twoTypos : formWeights.typo;
          apply({ from, to, text, form }, [[word, postings]]);
          if (from === to && unknown[from] === true) typos[from]?.push({ word, postings });
        }
        if (from === to && known === 0)
          for (const half of this.#split(text)) apply({ from, to, text, form: formWeights.typo }, half);
      }
      documents = this.#gather(sought.length, accepts);
    }
    if (documents.length === 0) documents = this.#gatherMost(sought, accepts);
    const sums = new Float32Array(this.#capacity);
    for (const document of documents)
      sums[document] = scores.reduce((sum, of) => sum + (of[document] ?? 0), 0) / Math.max(1, scores.length);
    return {
      documents,
      scores: sums,
      found,
      lacks: (document, word) => (scores[word]?.[document] ?? 0) === 0,
      correct: (document, word) =>
        typos[word]?.find(({ postings }) => postings.some((posting) => documentOf(posting) === document))
          ?.word,
    };
  }

  /** A sheet of scores for each word, all of them 0. */
  #clear(words: number): Float32Array[] {
    if ((this.#scores[0]?.length ?? 0) < this.#capacity) this.#scores = [];
    while (this.#scores.length < words) this.#scores.push(new Float32Array(Math.ceil(this.#capacity * 1.25)));
    const scores = this.#scores.slice(0, words);
    for (const of of scores) of.fill(0);
    return scores;
  }

  #similar(text: string, { mayBeFar }: { mayBeFar: boolean }) {
    const near = new Map([...this.#joined.similar(text, 1), ...this.#single.similar(text, 1)]);
    if (near.size > 0 || !mayBeFar || text.length < twoTyposCharsMin) return near;
    return new Map([...this.#joined.similar(text, 2), ...this.#single.similar(text, 2)]);
  }

  /** The documents that have both parts of a word that was written without the space between them. */
  *#split(text: string): Generator<WordPostings[]> {
    for (let at = splitCharsMin; at <= text.length - splitCharsMin; at += 1) {
      const [one, other] = [text.slice(0, at), text.slice(at)];
      const [first, second] = [this.#single.find(one), this.#single.find(other)];
      if (first.length === 0 || second.length === 0) continue;
      const having = new Set(second.map(documentOf));
      const both = first.filter((posting) => having.has(documentOf(posting)));
      if (both.length > 0)
        yield [
          [one, both],
          [other, []],
        ];
    }
  }

  #gather(words: number, accepts: (document: number) => boolean): number[] {
    const scores = this.#scores.slice(0, words);
    const documents: number[] = [];
    for (let document = 0; document < this.#capacity; document += 1) {
      let has = true;
      for (let word = 0; has && word < words; word += 1) has = (scores[word]?.[document] ?? 0) > 0;
      if (has && accepts(document)) documents.push(document);
    }
    return documents;
  }

  /** Those that have most of the words by their letters, and at least a third. */
  #gatherMost(sought: readonly SoughtWord[], accepts: (document: number) => boolean): number[] {
    const words = [...Map.groupBy(sought.keys(), (index) => sought[index]?.word).entries()];
    const lettersOf = (indexes: readonly number[]): number =>
      indexes.reduce((sum, index) => sum + (sought[index]?.text.length ?? 0), 0);
    const parts = words.map(([word, indexes]) => ({
      isRequired: word === undefined,
      letters: lettersOf(indexes),
      scores: indexes.flatMap((index) => this.#scores[index] ?? []),
    }));
    let documents: number[] = [];
    let most = parts.reduce((sum, part) => sum + (part.isRequired ? 0 : part.letters), 0) / 3;
    for (let document = 0; document < this.#capacity; document += 1) {
      let letters = 0;
      let isMissing = false;
      for (const part of parts) {
        const has = part.scores.every((of) => (of[document] ?? 0) > 0);
        if (part.isRequired) isMissing ||= !has;
        else if (has) letters += part.letters;
      }
      if (isMissing || letters < most || letters === 0 || !accepts(document)) continue;
      if (letters > most) documents = [];
      most = letters;
      documents.push(document);
    }
    return documents;
  }
}

const sizeOf = (hits: readonly WordPostings[]): number =>
  hits.reduce((sum, [, postings]) => sum + postings.length, 0);

/** The words of a document and those joined of several, each with the bits of its fields. */
const wordsOf = (texts: Texts): Record<'single' | 'joined', Map<string, number>> => {
  const single = new Map<string, number>();
  const joined = new Map<string, number>();
  const note = (into: Map<string, number>, word: string, bit: number): void => {
    if (word.length <= joinedCharsMax) into.set(word, (into.get(word) ?? 0) | bit);
  };
  for (const field of fields) {
    const bit = bitOf(field);
    for (const text of texts[field]) {
      const words = wordsIn(text, wordsPerTextMax);
      for (const word of words) note(single, word.text, bit);
      for (const word of joinedIn(words, plainText.has(field))) note(joined, word, bit);
    }
  }
  return { single, joined };
};
