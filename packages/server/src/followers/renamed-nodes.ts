import type { Follower } from './log-follower.ts';

/** What is told which nodes have other ids than their keys. */
interface Told {
  /** Node keys by id; undefined while they are not known. */
  renamed: ReadonlyMap<string, string> | undefined;
  dropAll(): void;
}

/**
 * Tells a response cache the ids of renamed nodes, which are few. What it keeps while they are read is dropped
 * afterwards, and so is not kept as another node's.
 */
export const followRenamedNodes = (
  cache: Told,
  find: () => Promise<ReadonlyMap<string, string>>,
  onFailure: (error: unknown) => void,
): Follower & { read(): Promise<void> } => {
  let readings = 0;
  const read = async (): Promise<void> => {
    readings += 1;
    const number = readings;
    cache.renamed = undefined;
    const renamed = await find();
    if (number !== readings) return;
    cache.renamed = renamed;
    cache.dropAll();
  };
  return {
    name: 'renamed-nodes',
    kinds: new Set(['node.renamed']),
    follow: () => void read().catch(onFailure),
    read,
  };
};
