import type { Node } from '@patchbay/client';

/** What the registry takes as one word of a search, and what is worth one. */
const isUsable = (word: string): boolean => /^[\p{L}\p{N}]{3,40}$/u.test(word);

/** Words that say nothing about a node of this registry. */
const empty: ReadonlySet<string> = new Set([
  'node',
  'nodes',
  'custom',
  'comfyui',
  'pack',
  'and',
  'the',
  'for',
]);

/** The words by which similar nodes are searched: its first tag, or else the longest word of its name. */
export const similarWords = ({
  id,
  name = '',
  tags = [],
}: Pick<Node, 'id' | 'name' | 'tags'>): string | undefined => {
  const usable = (text: string): string[] =>
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => isUsable(word) && !empty.has(word));
  const tag = tags.map((text) => usable(text.slice(0, 200))).find((words) => words.length > 0);
  if (tag !== undefined) return tag.slice(0, 3).join(' ');
  return usable(`${name} ${id}`).toSorted((one, other) => other.length - one.length)[0];
};
