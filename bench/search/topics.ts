import type { ListingRow } from '../../packages/server/src/commands/import/catalogue.ts';
import { wordsIn } from '../../packages/server/src/search/index/words.ts';

/** A word that many names have, asked for by somebody who knows no node yet. */
export interface Topic {
  query: string;
  /** By id, what a node is worth to them: more the closer it is to the topic, and the more stars it has. */
  gains: ReadonlyMap<string, number>;
}

const namesMin = 15;
const charsMin = 3;
const wordsMax = 400;
/** Words that say nothing of what a node does. */
const empty = new Set(
  'and comfy comfyui custom extension for node nodes pack plugin simple suite the tools utils with'.split(
    ' ',
  ),
);

export const topicsOf = (entries: readonly ListingRow[]): Topic[] => {
  const counts = new Map<string, number>();
  for (const { name, id } of entries)
    for (const word of new Set(wordsOf(`${name} ${id}`))) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .filter(([word, count]) => count >= namesMin && word.length >= charsMin && !empty.has(word))
    .map(([query]) => ({
      query,
      gains: new Map(entries.map((entry) => [entry.id, gainOf(entry, query)])),
    }));
};

/** How much the first results are worth, of the most that they could be: normalized discounted cumulative gain. */
export const worthOf = ({ gains }: Topic, ids: readonly string[]): number => {
  const best = [...gains.values()].toSorted((one, other) => other - one).slice(0, ids.length);
  return discounted(ids.map((id) => gains.get(id) ?? 0)) / discounted(best);
};

const discounted = (gains: readonly number[]): number =>
  gains.reduce((sum, gain, index) => sum + gain / Math.log2(index + 2), 0);

const wordsOf = (text: string): string[] => wordsIn(text, wordsMax).map(({ text: word }) => word);

const gainOf = (entry: ListingRow, topic: string): number => {
  const has = (text: string): boolean => wordsOf(text).some((word) => word.startsWith(topic));
  const closeness = has(`${entry.name} ${entry.id}`)
    ? 1
    : [...entry.app_node_names, ...entry.tags].some(has)
      ? 0.5
      : has(entry.description)
        ? 0.3
        : 0;
  return closeness * (0.3 + Math.log10(1 + entry.github_stars));
};
