import type { CatalogueEntry } from '../../packages/server/src/commands/import/catalogue.ts';

/** A node to fill a registry with, and its version numbers, oldest first. */
export interface FilledEntry {
  entry: CatalogueEntry;
  versions: readonly string[];
}

/** `count` nodes of ten versions each, of the sizes that catalogues have on average. */
export const makeUpEntries = (count: number): FilledEntry[] =>
  Array.from({ length: count }, (_, index) => ({
    entry: {
      id: `filled-${index}`,
      name: `Filled ${index}`,
      publisher: `publisher-${index % 10}`,
      author: 'Ada',
      description: 'What this node does, in as many words as its kind has. '.repeat(3),
      repository: `https://example.org/filled-${index}`,
      tags: ['filled'],
      github_stars: 0,
      app_node_names: Array.from({ length: 7 }, (_, number) => `Filled${index}Node${number}`),
    },
    versions: Array.from({ length: 10 }, (_, number) => `1.${number}.0`),
  }));
