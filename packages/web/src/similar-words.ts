import type { AppNode, Node } from '@patchbay/client';

/** Each costs a search. */
const wordsMax = 6;
/** Of app-nodes alone: those that occur in several of their names. */
const appNodeWordsMax = 2;
const charsMax = 500;

/** What the registry takes as one word of a search, and what is worth one. */
const isUsable = (word: string): boolean => /^[\p{L}\p{N}]{3,40}$/u.test(word) && !/^\d+$/.test(word);

/** Words that say nothing about a node of this registry. */
const empty: ReadonlySet<string> = new Set(
  `node nodes custom comfyui comfy pack suite tool tools simple collection extension plugin
  and the for with from that this your into can are its has have will not use used uses using which
  provides provide allows allow various multiple several support supports supporting easy easily new other
  implementation based designed features including create enables workflow workflows`.split(/\s+/),
);

/** The words of a text in lower case; `FaceDetailer` has two. */
const wordsOf = (text: string): string[] =>
  text
    .slice(0, charsMax)
    .replaceAll(/(\p{Ll})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => isUsable(word) && !empty.has(word));

export interface SimilarWord {
  readonly word: string;
  /** How much it says: one from a description is often chance. */
  readonly worth: number;
}

/** The words by which similar nodes are searched: what a node is tagged, named and described with, in this order. */
export const similarWords = (
  { id, name = '', tags = [], description = '' }: Pick<Node, 'id' | 'name' | 'tags' | 'description'>,
  appNodes: readonly Pick<AppNode, 'app_node_name' | 'category'>[],
): SimilarWord[] => {
  const ofAppNodes = Map.groupBy(
    appNodes.flatMap(({ app_node_name: own, category = '' }) => [
      ...new Set(wordsOf(`${own.slice(0, charsMax / 2)} ${category}`)),
    ]),
    (word) => word,
  );
  const frequent = [...ofAppNodes.values()]
    .filter(({ length }) => length > 1)
    .toSorted((one, other) => other.length - one.length)
    .slice(0, appNodeWordsMax)
    .flatMap(([word = '']) => word);
  const described = wordsOf(description).toSorted((one, other) => other.length - one.length);
  const named = [...wordsOf(tags.join(' ')), ...wordsOf(`${name} ${id}`), ...frequent];
  return [...new Set([...named, ...described])]
    .slice(0, wordsMax)
    .map((word) => ({ word, worth: named.includes(word) ? 1 : 0.5 }));
};
