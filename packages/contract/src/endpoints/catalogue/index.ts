import { getCatalogue } from './get-catalogue.ts';
import { listPublicChanges } from './list-public-changes.ts';
import { streamPublicChanges } from './stream-public-changes.ts';
import { watchNodes } from './watch-nodes.ts';

/** In the order in which the documents show them. */
export const catalogue = {
  getCatalogue,
  watchNodes,
  listPublicChanges,
  streamPublicChanges,
} as const;
