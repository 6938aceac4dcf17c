import type { IndexedNode, Reason, SearchFilter } from './messages.ts';
import { type Field, fields } from './word-index.ts';
import { type Word, compact, fold, wordsIn } from './words.ts';

const reasonsMax = 8;
/** So many of one field. */
const textsMax = 3;
const textCharsMax = 200;
/** So much of a text is shown before its first word. */
const leadChars = 60;
const wordsMax = 1_000;
const joinedWordsMax = 6;
/** Joined words of which a lesser part was asked for are found one by one, if they are. */
const joinedShareMin = 0.85;

/** The texts of a node by the fields that are searched. */
export const textsOf = (node: IndexedNode): Record<Field, readonly string[]> => ({
  id: [node.id],
  name: [node.name],
  app_node: node.appNodes.flatMap(({ name, aliases }) => [name, ...aliases]),
  tag: node.category === '' ? node.tags : [...node.tags, node.category],
  publisher: [node.publisherId, node.publisherName],
  author: [node.author],
  description: [node.description],
});

/** Why a node was found: the texts that have words of the query in any form, and the app-nodes with the sockets. */
export const reasonsOf = (
  node: IndexedNode,
  {
    found,
    sought,
    filter,
  }: { found: ReadonlyMap<string, number>; sought: readonly string[]; filter: SearchFilter },
): Reason[] => {
  /** Of a longer word, what was asked for. */
  const spelled = (text: string, { text: word, start, end }: Found): string => {
    const asked = Math.max(0, ...sought.map((part) => (word.startsWith(part) ? part.length : 0)));
    // More of it, with a typo.
    if (asked / word.length < (found.get(word) ?? 0)) return text.slice(start, end);
    let to = start;
    // It may have signs between its letters.
    while (to < end && compact(text.slice(start, to)).length < asked) to += 1;
    return text.slice(start, to);
  };
  const texts = textsOf(node);
  const reasons: Reason[] = node.appNodes
    .filter((appNode) => isAskedForSockets(filter) && hasSockets(appNode, filter))
    .slice(0, textsMax)
    .map(({ name }) => ({ field: 'socket', text: name, words: [] }));
  for (const field of fields) {
    let left = textsMax;
    // A node without a name has its id for one, as some publishers have.
    for (const text of new Set(texts[field])) {
      if (left === 0 || (field === 'name' && text === node.id)) break;
      const whole = foundIn(text, found, joinedShareMin);
      const hits = whole.length > 0 ? whole : foundIn(text, found, 0);
      const [first] = hits;
      if (first === undefined) continue;
      const words = [...new Set(hits.map((word) => spelled(text, word)))];
      reasons.push({ field, text: clip(text, first.start), words });
      left -= 1;
    }
  }
  return reasons.slice(0, reasonsMax);
};

/** The names of the first app-nodes that words were found in, or in other words for them. */
export const appNodesIn = ({ appNodes }: IndexedNode, found: ReadonlyMap<string, number>): string[] => {
  const names: string[] = [];
  for (const { name, aliases } of appNodes) {
    if (names.length === textsMax) break;
    if ([name, ...aliases].some((text) => foundIn(text, found, 0).length > 0)) names.push(name);
  }
  return names;
};

/** The found words of a text: neighbours that were found joined are one. */
const foundIn = (text: string, found: ReadonlyMap<string, number>, shareMin: number): Found[] => {
  const words = wordsIn(text, wordsMax);
  const hits: Found[] = [];
  for (let from = 0; from < words.length;) {
    let count = Math.min(joinedWordsMax, words.length - from);
    const joined = (): string =>
      words
        .slice(from, from + count)
        .map((word) => word.text)
        .join('');
    while (count > 0 && (found.get(joined()) ?? 0) <= (count > 1 ? shareMin : 0)) count -= 1;
    const [first, last] = [words[from], words[from + count - 1]];
    if (count > 0 && first !== undefined && last !== undefined)
      hits.push({ text: joined(), start: first.start, end: last.end });
    from += Math.max(1, count);
  }
  return hits;
};

type Found = Pick<Word, 'text' | 'start' | 'end'>;

const clip = (text: string, at: number): string => {
  if (text.length <= textCharsMax) return text;
  const from = Math.max(0, at - leadChars);
  const part = text.slice(from, from + textCharsMax).toWellFormed();
  return `${from > 0 ? '…' : ''}${part}${from + textCharsMax < text.length ? '…' : ''}`;
};

export const isAskedForSockets = ({ takes, gives }: SearchFilter): boolean =>
  takes !== undefined || gives !== undefined;

/** Whether an app-node has an input of each of these types, and an output of each of those. */
export const hasSockets = (
  appNode: IndexedNode['appNodes'][number],
  { takes = [], gives = [] }: SearchFilter,
): boolean =>
  takes.every((type) => appNode.takes.includes(fold(type))) &&
  gives.every((type) => appNode.gives.includes(fold(type)));
