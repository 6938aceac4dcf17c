import type { OperationsOf } from '../operation.ts';
import { getAdvisory } from './get-advisory.ts';
import { getCatalogue } from './get-catalogue.ts';
import { listAdvisories } from './list-advisories.ts';
import { listPublicChanges } from './list-public-changes.ts';
import { streamPublicChanges } from './stream-public-changes.ts';
import { watchNodes } from './watch-nodes.ts';

export const catalogue: OperationsOf<'catalogue'> = {
  getCatalogue,
  watchNodes,
  listPublicChanges,
  streamPublicChanges,
  listAdvisories,
  getAdvisory,
};
