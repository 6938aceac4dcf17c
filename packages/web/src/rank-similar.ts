import type { Node } from '@patchbay/client';
import type { OtherProvider } from './other-providers.ts';
import type { SimilarWord } from './similar-words.ts';

/** What a search for one word found: the first nodes, and how many there are. */
export interface Found extends SimilarWord {
  readonly nodes: readonly Node[];
  readonly total: number;
}

/** Words that more nodes have say nothing. */
const commonness = 2_000;
/** What one rare word in a name is worth; less is chance. */
const scoreMin = 8;
const sharedNamesMax = 5;

/**
 * The other nodes that have most in common with this one: app-nodes of the same names, then words, of which rare ones
 * count more, and those in names and tags most.
 */
export const rankSimilar = (
  ownId: string,
  found: readonly Found[],
  providers: readonly OtherProvider[],
  max: number,
): Node[] => {
  const shared = new Map(
    providers.map(({ nodeId, names }) => [nodeId, Math.min(sharedNamesMax, names.length) * scoreMin]),
  );
  const nodes = new Map(found.flatMap((of) => of.nodes.map((node) => [node.id, node])));
  const scores = new Map<string, number>(
    [...nodes.values()].map((node) => [
      node.id,
      (shared.get(node.id) ?? 0) + found.reduce((sum, of) => sum + worthOf(of, node), 0),
    ]),
  );
  const scoreOf = ({ id }: Node): number => scores.get(id) ?? 0;
  return [...nodes.values()]
    .filter((node) => node.id !== ownId && scoreOf(node) >= scoreMin)
    .toSorted((one, other) => scoreOf(other) - scoreOf(one))
    .slice(0, max);
};

const worthOf = ({ word, worth, nodes, total }: Found, node: Node): number => {
  if (!nodes.some(({ id }) => id === node.id)) return 0;
  const rarity = worth * Math.max(0, Math.log2(commonness / total));
  const title = [node.id, node.name ?? '', ...(node.tags ?? [])].join(' ').toLowerCase();
  return title.includes(word) ? 2 * rarity : rarity;
};
